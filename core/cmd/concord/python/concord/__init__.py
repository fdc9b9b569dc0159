# SPDX-License-Identifier: Apache-2.0
"""The most probable label of every task and the reliability of every worker, from the labels of a crowd.

The module runs the command that comes with it: options are the command's flags (``concord help fit``), with underscores for
hyphens. Labels are a pandas DataFrame with the columns task, worker and label, or paths of files. Nothing leaves the machine. Labels
that are in an engine stay there.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Union

if TYPE_CHECKING:
    import pandas

    from .engines import EngineResult

    Labels = Union["pandas.DataFrame", str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]]

__all__ = ["ConcordError", "ConcordWarning", "Result", "aggregate", "agreement", "command", "compare", "fit", "fit_in", "report"]


class ConcordError(Exception):
    """What the command says is wrong, where, and what to do."""


class ConcordWarning(UserWarning):
    """What the command warns of."""


class Result:
    """What a fit found: the files that the command writes, and some of them as tables."""

    def __init__(self, files: dict[str, bytes]):
        self.files = files
        self.run: dict[str, Any] = json.loads(files["run.json"])

    @property
    def labels(self) -> pandas.DataFrame:
        """The tasks, by name: label, probability, votes."""
        return self._table("labels.csv")

    @property
    def probabilities(self) -> pandas.DataFrame:
        """The probability of every class for every task."""
        return self._table("posteriors.csv")

    @property
    def workers(self) -> pandas.DataFrame:
        """The workers, by name: labels, accuracy, verdict and its evidence."""
        return self._table("workers.csv")

    def _table(self, name: str) -> pandas.DataFrame:
        import pandas

        if name not in self.files:
            raise ConcordError(f"this result has no {name}; it has {', '.join(self.files)}")
        names = dict.fromkeys(["task", "worker", "label", "labels", "majority"], str)  # 01 stays 01
        table = pandas.read_csv(io.BytesIO(self.files[name]), dtype=names, keep_default_na=False, na_values=[""])
        return table.set_index(table.columns[0])


def aggregate(labels: Labels, method: str | None = None, **options: Any) -> pandas.Series:
    """The label of every task, as crowd-kit's aggregators return it: a Series named agg_label, by task."""
    table = fit(labels, method, **options).labels
    answer = next(name for name in ("label", "labels", "value") if name in table)
    return table[answer].rename("agg_label")


def fit(labels: Labels, method: str | None = None, *, exact: bool = True, **options: Any) -> Result:
    """Fits a method, by default the one that suits the data. With exact=False files are safe for spreadsheets, as the command's."""
    with tempfile.TemporaryDirectory() as folder:
        _run("fit", labels, dict(options, method=method, exact=exact, out=folder))
        return Result({path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())})


def fit_in(
    connection: Any,
    table: str,
    *,
    task: str = "task",
    worker: str = "worker",
    label: str = "label",
    method: str | None = None,
    dialect: str | None = None,
    prefix: str = "concord_",
    out: str | os.PathLike[str] | None = None,
    exact: bool = True,
    **options: Any,
) -> EngineResult:
    """Fits a method to labels that stay in an engine, which the connection leads to: one of the Python Database API or of DuckDB, a
    session of Spark or chDB, or a client of BigQuery. Options are the flags of concord sql --run.

    The answers are left in tables, whose names begin with the prefix. The folder out gets them as files, too. A call that was
    interrupted goes on where it was when it is repeated. Nothing is committed that the connection does not commit by itself.
    """
    from . import engines

    engine, dialect = engines.connect(connection, dialect)
    dialogue = engines.Dialogue(engine, dialect)
    roles = _line([f"task={task}", f"worker={worker}", f"label={label}"])
    if isinstance(options.get("classes"), (list, tuple)):
        options["classes"] = _line(options["classes"])
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "run.json")
        options.setdefault("into", prefix)
        options.update(dialect=dialect, table=table, roles=roles, method=method, prefix=prefix, out=out, exact=exact, record=record)
        flags = [flag for key, value in options.items() for flag in _flags(key.replace("_", "-"), value, folder)]
        _tell(dialogue.hold([command(), "sql", *flags, "-run=-"]), dialogue.said)
        run = json.loads(record.read_bytes())
    summary = "\n".join(line for line in dialogue.said if not line.startswith("concord: "))
    return engines.EngineResult(engine, dialogue.tables, summary, run)


def agreement(labels: Labels, **options: Any) -> dict[str, Any]:
    """How far the workers agree: what concord agree -json prints."""
    return json.loads(_run("agree", labels, dict(options, json=True)))


def compare(labels: Labels, methods: str | Iterable[str] | None = None, **options: Any) -> dict[str, Any]:
    """Methods side by side: what concord compare -json prints."""
    return json.loads(_run("compare", labels, dict(options, methods=methods, json=True)))


def report(labels: Labels, path: str | os.PathLike[str], method: str | None = None, **options: Any) -> None:
    """Writes the report, one HTML file."""
    _run("report", labels, dict(options, method=method, out=os.fspath(path)))


def command() -> str:
    """The path of the command."""
    return str(Path(__file__).with_name("concord.exe" if os.name == "nt" else "concord"))


# Flags that take yes or no, since either may be detected.
_ASKS = ("header", "numeric")


def _run(name: str, labels: Labels, options: Mapping[str, Any]) -> bytes:
    """Runs the command and returns what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        flags = [flag for key, value in options.items() for flag in _flags(key.replace("_", "-"), value, folder)]
        table = _csv(labels)
        if table is not None:
            files = ["-"]
        elif isinstance(labels, (str, os.PathLike)):
            files = [os.fspath(labels)]
        else:
            files = [os.fspath(path) for path in labels]
        done = subprocess.run([command(), name, *flags, *files], input=table or b"", capture_output=True)
    _tell(done.returncode, done.stderr.decode("utf-8", "replace").splitlines())
    return done.stdout


def _tell(code: int, said: list[str]) -> None:
    """Passes on what a command that ended with this code says."""
    mark = "concord: warning: "
    if code != 0:
        errors = [line for line in said if not line.startswith(mark)]
        raise ConcordError("\n".join(errors).removeprefix("concord: ") or f"the command ended with code {code}")
    for line in said:
        if line.startswith(mark):
            warnings.warn(line.removeprefix(mark), ConcordWarning, stacklevel=_callers())


def _callers() -> int:
    """How many frames up, from who asks for it, the code is that called this module."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and frame.f_globals is globals():
        level, frame = level + 1, frame.f_back
    return level


def _flags(flag: str, value: Any, folder: str) -> list[str]:
    """The arguments for an option: a flag, perhaps several times."""
    table = _csv(value)
    if table is not None:  # a file beside the labels
        path = Path(folder, flag + ".csv")
        path.write_bytes(table)
        value = path
    if value is None:
        return []
    if isinstance(value, bool):
        return [f"-{flag}={('no', 'yes')[value] if flag in _ASKS else str(value).lower()}"]
    if isinstance(value, Mapping):
        pairs = [f"{_escape(key)}={one if flag in ('set', 'merge') else _escape(one)}" for key, one in value.items()]
        return [f"-{flag}={','.join(pairs)}"] if flag == "roles" else [f"-{flag}={pair}" for pair in pairs]
    if isinstance(value, (list, tuple)):
        value = ",".join(map(str, value))
    return [f"-{flag}={value}"]


def _escape(value: Any) -> str:
    """A name, or several that name the task together, as -roles and -where take it."""
    if isinstance(value, (list, tuple)):
        return "+".join(map(_escape, value))
    return re.sub(r"([\\,+=])", r"\\\1", str(value))


def _line(cells: Iterable[Any]) -> str:
    """A line of CSV."""
    return ",".join('"' + str(cell).replace('"', '""') + '"' for cell in cells)


def _csv(value: Any) -> bytes | None:
    """A DataFrame, or a Series by task, as CSV; None: it is neither."""
    if not hasattr(value, "to_csv"):
        return None
    if not hasattr(value, "columns"):
        value = value.rename("label").rename_axis("task").reset_index()
    return value.to_csv(index=False).encode()
