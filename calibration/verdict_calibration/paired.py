"""Tests on two systems that answered the same questions."""


def exact_mcnemar(lost: int, gained: int) -> float:
    """Return the two-sided p-value of McNemar's exact test.

    Under the null hypothesis a question on which the two systems differ is as likely lost as won,
    so that `lost` is binomial with probability one half (McNemar 1947, in its exact form).

    Args:
        lost: how many questions only the former system has right.
        gained: how many only the latter has right.

    Returns:
        The p-value, in (0, 1]; 1 where the systems never differ.

    Raises:
        ValueError: a count is negative.
    """
    if lost < 0 or gained < 0:
        raise ValueError(f"counts are not negative: lost {lost}, gained {gained}")
    if lost == gained:
        return 1.0
    from scipy.stats import binomtest  # noqa: PLC0415  # a second, for those who need it

    return float(binomtest(lost, lost + gained, 0.5).pvalue)
