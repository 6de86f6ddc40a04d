"""The best setting of every single hand of Mini Pai Gow, doubled or not."""

import numpy as np

from houseway.games.mini_pai_gow.game import DOUBLE, MAIN, QUALIFIES
from houseway.hands.kernels.arrays import Array
from houseway.lab.games.mini_pai_gow.solution import paid
from houseway.lab.inquiry.progress import Progress
from houseway.lab.inquiry.question import Question
from houseway.lab.loops.subsets import spread
from houseway.lab.methods.pai_gow.best_settings import DOUBLED, Settings, kept
from houseway.lab.methods.pai_gow.dealers import dealers_of, distributions_of, players_of
from houseway.lab.methods.pai_gow.patterns import Patterns
from houseway.lab.methods.pai_gow.perfect import batch_of


def best_of_six(asked: Question, patterns: Patterns, tell: Progress, *, banks: bool = False) -> Array:  # noqa: ARG001
    """Returns each hand's best setting by combinatorial index, plus `DOUBLED` if it is best doubled."""
    from houseway.lab.games.mini_pai_gow.doubles import best_settings, settings_against, values_of

    qualifies = QUALIFIES[asked.rules.options.qualifier]
    nets = paid(asked, True, 0, doubled=True).nets

    def worked_out() -> Array:
        dealers, players = dealers_of(patterns), players_of(patterns)
        batch = batch_of(dealers, players)
        found = settings_against(dealers, batch, distributions_of(dealers, tell), qualifies, tell)
        values = values_of(found, nets[MAIN], nets[DOUBLE])
        best = best_settings(found, values)
        setting = batch.settings_of(best - batch.answers_of())
        of_hand = players.patterns[batch.group_of]
        numbers = Settings(patterns).numbers(of_hand, batch.fronts[setting], batch.backs[setting])
        numbers |= np.where(values.double[best] > 0, DOUBLED, 0).astype(np.uint8)
        return spread(patterns.deck.size, players.hands, numbers)

    return kept(asked, patterns, f"{qualifies} {nets[MAIN]} {nets[DOUBLE]}", worked_out)
