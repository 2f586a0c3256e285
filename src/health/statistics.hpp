#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lobatto::health {

/// The middle value, or the mean of the two in the middle; NaN of none.
double median(std::span<const double> values);

struct Summary {
  std::size_t count = 0;
  double minimum = 0, maximum = 0, average = 0, median = 0;
  double standard_deviation = 0;  ///< of the sample, with count - 1; 0 of one value
};
/// All NaN but the count of no values.
Summary summarise(std::span<const double> values);

struct Interval {
  double lower = 0, upper = 0;
  [[nodiscard]] bool meets(const Interval& other) const {
    return lower <= other.upper && other.lower <= upper;
  }
};

/// Where the median of what the values are drawn from lies with a probability of at least
/// 1 - error.
///
/// By the sign test, whatever their distribution, of as many values as that needs (of 99 % eight):
/// the k-th smallest to the k-th largest with the largest k such that
/// 2 P(Binomial(n, 1/2) < k) <= error. Of fewer, where no two of them are far enough out,
/// median +- t sqrt(pi / 2) s / sqrt(n) with Student's t, s their standard deviation; sqrt(pi / 2)
/// is what the median of normal values scatters more than their mean. Of one value everything.
Interval median_interval(std::span<const double> values, double error = 0.01);

/// Indices of the values that fall behind the others by more than `share` of what is usual there
/// and by more than four standard deviations, which are estimated by the median distance (times
/// 1.4826) so that bad values do not hide themselves. What is better when larger is a rate: its
/// deviations are those of the time that goes with it, usual / value. Usual is the median, of an
/// even number the better of the two in the middle: so one of two can be told to be the slow one.
std::vector<std::size_t> values_behind(std::span<const double> values, bool larger_is_better,
                                       double share);

}  // namespace lobatto::health
