# SPDX-License-Identifier: Apache-2.0
"""Foretells votes as users of the libraries would. Reads JSON from standard input, {"items": n, "folds": [{"train": [[worker, left, right,
answer], …], "test": [[worker, left, right], …]}, …]}, where an answer is 0 (left), 1 (right) or 2 (a tie), and writes {"versions": {…},
"foretold": {method: [[p, …] by fold]}}, where p is the probability that the left item wins a vote that is no tie.
"""

import importlib.metadata
import json
import math
import sys
import warnings

import choix
import evalica
import pandas as pd
from crowdkit.aggregation import BradleyTerry, NoisyBradleyTerry


def sigma(x):
    return 1 / (1 + math.exp(-min(max(x, -500), 500)))


def logit(p):
    p = min(max(p, 1e-12), 1 - 1e-12)
    return math.log(p / (1 - p))


def frame(train):
    """The votes that are no ties: the library has no place for others."""
    decided = [v for v in train if v[3] != 2]
    return pd.DataFrame({"worker": [v[0] for v in decided], "left": [v[1] for v in decided], "right": [v[2] for v in decided],
                         "label": [v[1 + v[3]] for v in decided]})


def strengths(of):
    """Foretells by positive strengths; an item without one is as good as any."""
    def foretell(train, test, items):
        w = of(train, items)

        def p(left, right):
            a, b = w.get(left, math.nan), w.get(right, math.nan)
            return a / (a + b) if a + b > 0 else .5
        return [p(left, right) for _, left, right in test]
    return foretell


def crowdkit_bt(train, items):
    return dict(BradleyTerry(n_iter=100).fit_predict(frame(train)))


def crowdkit_bt_on(train, items):
    return dict(BradleyTerry(n_iter=1000, tol=-1).fit_predict(frame(train)))


def crowdkit_noisy(train, test, items):
    m = NoisyBradleyTerry(n_iter=100).fit(frame(train))
    score = {item: logit(s) for item, s in m.scores_.items()}
    skill, bias = dict(m.skills_), dict(m.biases_)
    mean = sum(score.values()) / len(score)
    usual = (m.skills_.mean(), m.biases_.mean())

    def p(worker, left, right):
        g, q = skill.get(worker, usual[0]), bias.get(worker, usual[1])
        return g * sigma(score.get(left, mean) - score.get(right, mean)) + (1 - g) * q
    return [p(*v) for v in test]


def choix_ilsr(train, items):
    pairs = [(v[1], v[2]) if v[3] == 0 else (v[2], v[1]) for v in train if v[3] != 2]
    return {item: math.exp(s) for item, s in enumerate(choix.ilsr_pairwise(items, pairs, alpha=.01))}


def of_evalica(method):
    winners = [evalica.Winner.X, evalica.Winner.Y, evalica.Winner.Draw]

    def of(train, items):
        found = method([v[1] for v in train], [v[2] for v in train], [winners[v[3]] for v in train])
        return dict(found.scores)
    return of


methods = {
    "crowd-kit BradleyTerry": strengths(crowdkit_bt),
    "crowd-kit BradleyTerry, 1,000 rounds": strengths(crowdkit_bt_on),
    "crowd-kit NoisyBradleyTerry": crowdkit_noisy,
    "choix ilsr_pairwise, α = .01": strengths(choix_ilsr),
    "evalica bradley_terry": strengths(of_evalica(evalica.bradley_terry)),
    "evalica newman": strengths(of_evalica(evalica.newman)),
}

warnings.simplefilter("ignore")
asked = json.load(sys.stdin)
foretold = {}
for name, foretell in methods.items():
    try:
        foretold[name] = [foretell(fold["train"], fold["test"], asked["items"]) for fold in asked["folds"]]
    except Exception as e:  # a library may refuse a file
        print(f"{name}: {e}", file=sys.stderr)
versions = {name: importlib.metadata.version(name) for name in ("crowd-kit", "choix", "evalica")}
json.dump({"versions": versions, "foretold": foretold}, sys.stdout)
