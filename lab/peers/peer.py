# SPDX-License-Identifier: Apache-2.0
"""Reads LABELS.csv (task, worker, label), does what NAME says as a user of the library would, and writes OUT.csv: a row for each task
with its label, or with the probability of each class. Prints the processor seconds until the libraries were there, of the fit alone,
and the versions of the libraries.

    python peer.py NAME LABELS.csv OUT.csv
"""

import importlib.metadata
import json
import sys
import time
import warnings


def pandas_read(labels, out):
    import pandas as pd
    yield
    pd.read_csv(labels)


def pandas_majority(labels, out):
    import pandas as pd
    yield
    d = pd.read_csv(labels)
    yield
    d = d.groupby(["task", "label"]).size().reset_index(name="n").sort_values("n").drop_duplicates("task", keep="last")[["task", "label"]]
    yield
    d.to_csv(out, index=False)


def polars_majority(labels, out):
    import polars as pl
    yield
    d = pl.read_csv(labels)
    yield
    d = d.group_by("task", "label").len().sort("len").unique("task", keep="last").select("task", "label")
    yield
    d.write_csv(out)


def duckdb_majority(labels, out):
    import duckdb
    yield
    duckdb.sql(f"COPY (SELECT task, mode(label) AS label FROM read_csv('{labels}') GROUP BY task) TO '{out}' (HEADER)")


def crowdkit(name, probabilities=True, **settings):
    def run(labels, out):
        import pandas as pd
        from crowdkit import aggregation
        yield
        d = pd.read_csv(labels)
        yield
        method = getattr(aggregation, name)(**settings)
        found = method.fit(d).probas_ if probabilities else method.fit_predict(d).rename("label")
        yield
        found.rename_axis("task").to_csv(out)
    return run


def cleanlab(labels, out):
    import pandas as pd
    from cleanlab.multiannotator import get_label_quality_multiannotator
    yield
    d = pd.read_csv(labels)
    yield
    classes, tasks = sorted(d.label.unique()), sorted(d.task.unique())
    d["label"] = pd.Categorical(d.label, classes).codes
    wide = d.pivot_table(index="task", columns="worker", values="label", aggfunc="first")
    # No classifier is at hand: the shares of votes stand for its predictions, one vote for each class among them.
    votes = pd.crosstab(d.task, d.label).to_numpy() + 1
    found = get_label_quality_multiannotator(wide, votes / votes.sum(axis=1, keepdims=True), verbose=False)["label_quality"]
    yield
    pd.DataFrame({"task": tasks, "label": [classes[c] for c in found.consensus_label]}).to_csv(out, index=False)


def alpha(labels, out):
    import krippendorff
    import pandas as pd
    yield
    d = pd.read_csv(labels)
    yield
    found = krippendorff.alpha(value_counts=pd.crosstab(d.task, d.label).to_numpy(), level_of_measurement="nominal")
    yield
    with open(out, "w") as f:
        print("alpha", found, sep="\n", file=f)


endless = -float("inf")  # as a tolerance: all steps are made
programs = {
    "pandas read": pandas_read,
    "pandas majority": pandas_majority,
    "polars majority": polars_majority,
    "DuckDB majority": duckdb_majority,
    "crowd-kit majority": crowdkit("MajorityVote"),
    "crowd-kit ds10": crowdkit("DawidSkene", n_iter=10, tol=endless),
    "crowd-kit ds": crowdkit("DawidSkene"),
    "crowd-kit onecoin10": crowdkit("OneCoinDawidSkene", n_iter=10, tol=endless),
    "crowd-kit onecoin": crowdkit("OneCoinDawidSkene"),
    "crowd-kit mace10": crowdkit("MACE", n_restarts=1, n_iter=10),
    "crowd-kit mace": crowdkit("MACE"),
    "crowd-kit glad2": crowdkit("GLAD", n_iter=2, tol=endless),
    "crowd-kit glad": crowdkit("GLAD"),
    "crowd-kit wawa": crowdkit("Wawa", probabilities=False),
    "crowd-kit zbs": crowdkit("ZeroBasedSkill", probabilities=False),
    "cleanlab consensus": cleanlab,
    "krippendorff agree": alpha,
}


def main():
    warnings.simplefilter("ignore")
    name, labels, out = sys.argv[1:]
    # What a program yields stands between importing, reading, fitting and writing; one that can't be cut there has no fit alone.
    marks = []
    for _ in programs[name](labels, out):
        marks.append(time.process_time())
    fit = marks[2] - marks[1] if len(marks) == 3 else 0
    library = name.split()[0].lower()
    print(json.dumps({"import": marks[0], "fit": fit, "version": importlib.metadata.version(library)}))


main()
