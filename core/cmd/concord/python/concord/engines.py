# SPDX-License-Identifier: Apache-2.0
"""Has the command fit labels that stay in an engine: it writes SQL, which a connection of the user's runs."""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import re
import subprocess
import threading
from typing import IO, Any, Iterator

from . import ConcordError

# The query at the end of each call of the command, and what it prints: sql.End of core/sql/client.go.
_ASKS_END, _END = "'concord:end,'", "concord:end,1;"

# How many rows are fetched at a time.
_BATCH = 10_000

# A statement that makes or drops a table, or sets something. Comments may precede it.
_QUOTED = r'"(?:[^"]|"")+"|`(?:[^`\\]|``|\\.)+`'
_TABLE = re.compile(rf"(?:--.*\n)*(CREATE|DROP)\b[ \w]*? TABLE (?:IF (?:NOT )?EXISTS )?((?:{_QUOTED})(?:\.(?:{_QUOTED}))*)")
_SETTING = re.compile(r"(?:--.*\n)*SET (\w+) = ")

_log = logging.getLogger("concord")


class EngineError(ConcordError):
    """What an engine says is wrong with a statement; __cause__ is the error of its driver."""

    def __init__(self, message: str, statement: str):
        super().__init__(message)
        self.statement = statement


class EngineResult:
    """What a fit found, in tables of the engine."""

    def __init__(self, engine: Connection, tables: list[str], summary: str, run: dict[str, Any]):
        self._engine = engine
        self._tables = tables
        self.summary = summary
        self.run = run

    @property
    def labels(self) -> Any:
        """The tasks: label, votes, tie, posterior."""
        return self._table("labels")

    @property
    def workers(self) -> Any:
        """The workers: labels, agreement."""
        return self._table("workers")

    @property
    def classes(self) -> Any:
        """The classes: tasks."""
        return self._table("classes")

    @property
    def confusion(self) -> Any:
        """How many labels of each worker name each class, for each truth."""
        return self._table("confusion")

    def drop(self) -> None:
        """Drops the tables."""
        while self._tables:
            list(self._engine.run(f"DROP TABLE IF EXISTS {self._tables[-1]}"))
            self._tables.pop()

    def _table(self, what: str) -> Any:
        for name in self._tables:
            if name[:-1].endswith(what):
                return self._engine.table(name)
        raise ConcordError(f"the table of the {what} was dropped")


class Connection:
    """A connection of the Python Database API 2.0."""

    def __init__(self, connection: Any):
        self.connection = connection

    def run(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """Runs a statement, and yields its rows."""
        with contextlib.closing(self.connection.cursor()) as cursor:
            cursor.execute(sql)
            while cursor.description and (rows := cursor.fetchmany(_BATCH)):
                yield from map(_cells, rows)

    def table(self, name: str) -> Any:
        """A table as users of the engine hold one: a DataFrame of pandas by its first column; without pandas a list of dicts."""
        with contextlib.closing(self.connection.cursor()) as cursor:
            cursor.execute(f"SELECT * FROM {name}")
            columns = [column[0].lower() for column in cursor.description]
            rows = [_cells(row) for row in cursor.fetchall()]
        if importlib.util.find_spec("pandas") is None:
            return [dict(zip(columns, row)) for row in rows]
        import pandas

        return pandas.DataFrame(rows, columns=columns).set_index(columns[0])


class BigQuery(Connection):
    """A client of BigQuery."""

    def __init__(self, connection: Any):
        from google.cloud.bigquery import dbapi

        super().__init__(dbapi.connect(connection))


class DuckDB(Connection):
    """A connection of DuckDB, whose cursors would be other connections without its temporary tables; tables are its relations."""

    def run(self, sql: str) -> Iterator[tuple[Any, ...]]:
        self.connection.execute(sql)
        while rows := self.connection.fetchmany(_BATCH):
            yield from rows

    def table(self, name: str) -> Any:
        return self.connection.sql(f"SELECT * FROM {name}")


class Spark(Connection):
    """A SparkSession; tables are its DataFrames."""

    def run(self, sql: str) -> Iterator[tuple[Any, ...]]:
        yield from self.connection.sql(sql).toLocalIterator()

    def table(self, name: str) -> Any:
        return self.connection.table(name)


class ChDB(Connection):
    """A session of chDB, which is ClickHouse; tables are DataFrames of pandas."""

    def run(self, sql: str) -> Iterator[tuple[Any, ...]]:
        for line in self.connection.query(sql, "TabSeparatedRaw").data().splitlines():
            yield (line,)

    def table(self, name: str) -> Any:
        return self.connection.query(f"SELECT * FROM {name}", "DataFrame")


# Dialects by the package that the class of a connection is from.
_DIALECTS = {
    "psycopg": "postgres",
    "psycopg2": "postgres",
    "pg8000": "postgres",
    "duckdb": "duckdb",
    "pyspark": "spark",
    "chdb": "clickhouse",
    "clickhouse_connect": "clickhouse",
    "clickhouse_driver": "clickhouse",
    "google.cloud.bigquery": "bigquery",
    "snowflake": "snowflake",
    "databricks": "databricks",
    "trino": "trino",
}


# Queries for a setting of a connection, by dialects whose statements change some.
_SHOWS = {"postgres": "SHOW {}", "clickhouse": "SELECT value FROM system.settings WHERE name = '{}'"}


def connect(connection: Any, dialect: str | None) -> tuple[Connection, str]:
    """What runs statements on a user's connection, and their dialect."""
    modules = [kind.__module__.lstrip("_") + "." for kind in type(connection).__mro__]  # a class of the user's has theirs behind it
    package = next((package for module in modules for package in _DIALECTS if module.startswith(package + ".")), "")
    dialect = dialect or _DIALECTS.get(package)
    kinds = {"duckdb": DuckDB, "pyspark": Spark, "chdb": ChDB, "google.cloud.bigquery": BigQuery}
    name = f"{type(connection).__module__}.{type(connection).__qualname__}"
    if hasattr(connection, "cursor") and package != "duckdb":
        kind: type[Connection] = Connection
    elif package in kinds:
        kind = kinds[package]
    else:
        raise ConcordError(f"{name} is no connection: it has no cursor(), as the Python Database API asks for")
    if dialect is None:
        raise ConcordError(f'which SQL {name} speaks is not known: say dialect="postgres" or another (concord help sql lists them)')
    return kind(connection), dialect


class Dialogue:
    """A run of the command, for which an engine runs statements."""

    def __init__(self, engine: Connection, dialect: str):
        self.engine = engine
        self.dialect = dialect
        self.tables: list[str] = []  # that were made and not dropped, by their names in SQL
        self.said: list[str] = []  # by the command
        self._settings: dict[str, str] = {}  # of the connection, as they were before

    def hold(self, command: list[str]) -> int:
        """Runs the command, and returns its exit code."""
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdin and process.stdout and process.stderr
        listener = threading.Thread(target=self._listen, args=(process.stderr,))
        listener.start()
        try:
            statement = b""
            for line in process.stdout:  # no statement holds the end of one
                statement += line
                if line.endswith(b";\n"):
                    self._answer(statement.decode().removesuffix(";\n"), process.stdin)
                    statement = b""
            return process.wait()
        except BrokenPipeError:  # the command has ended, and says why
            return process.wait()
        finally:
            process.kill()  # if the engine failed, or somebody interrupts
            process.wait()
            listener.join()
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            process.stdout.close()
            process.stderr.close()
            self._restore()

    def _answer(self, statement: str, to: IO[bytes]) -> None:
        """Runs a statement, and writes its rows."""
        ended = _ASKS_END not in statement
        setting = _SETTING.match(statement)
        if setting and self.dialect in _SHOWS and setting[1] not in self._settings:
            for row in self._rows(_SHOWS[self.dialect].format(setting[1])):
                self._settings[setting[1]] = row[0]
        for row in self._rows(statement):
            text = "\t".join(map(str, row))
            ended = ended or _END in text
            to.write(text.encode() + b"\n")
        if not ended:
            raise EngineError(f"{_numbered(statement)}: the connection runs it and returns no rows; is it asynchronous?", statement)
        to.flush()
        if made := _TABLE.match(statement):
            self.tables = [name for name in self.tables if name != made[2]] + [made[2]] * (made[1] == "CREATE")

    def _rows(self, statement: str) -> Iterator[tuple[Any, ...]]:
        rows = self.engine.run(statement)
        while True:
            try:
                row = next(rows, None)
            except Exception as error:
                raise EngineError(f"{_numbered(statement)}: {error}", statement) from error
            if row is None:
                return
            yield row

    def _restore(self) -> None:
        """Sets what statements have set as it was."""
        for name, value in self._settings.items():
            with contextlib.suppress(Exception):  # in a transaction that has failed: its end restores them
                list(self.engine.run(f"SET {name} = '{value}'"))

    def _listen(self, stderr: IO[bytes]) -> None:
        """Keeps what the command says, and logs what it says of a long fit."""
        for line in stderr:
            text = line.decode("utf-8", "replace").rstrip()
            self.said.append(text)
            if text.startswith("concord: ") and not text.startswith("concord: warning: "):
                _log.info(text.removeprefix("concord: "))


def _numbered(statement: str) -> str:
    """A statement's number, which the command writes above it; those that set something have none."""
    number = re.match(r"-- (\d+)\n", statement)
    return f"statement {number[1]}" if number else "a setting"


def _cells(row: Any) -> tuple[Any, ...]:
    """The cells of a row, which drivers have in shapes that users choose."""
    return tuple(row.values() if isinstance(row, dict) else row)
