"""Advice at a live table: what every option of a decision expects, and what each costs against the best."""

from houseway.lab.advice.advise import advise, warm_up
from houseway.lab.advice.shape import Advice, Option

__all__ = ["Advice", "Option", "advise", "warm_up"]
