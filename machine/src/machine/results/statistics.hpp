#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::machine {

/// The middle value, or the mean of the two in the middle; NaN of none.
double median(std::span<const double> values);

struct Summary {
  std::size_t count = 0;
  double minimum = 0, maximum = 0, average = 0, median = 0;
  double standard_deviation = 0;  ///< of the sample, with count - 1; 0 of one value
};
/// All NaN but the count of no values.
Summary summarise(std::span<const double> values);

/// The standard deviation of normal values is this much of their median distance.
inline constexpr double spread_per_distance = 1.4826;

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

/// What values are held against.
struct Usual {
  double value = 0;  ///< the median, of an even number the better of the two in the middle, so that
                     ///< one of two can be told to be the slow one
  double spread = 0;  ///< the standard deviation of `excess` around it
};
/// The spread is estimated by the median distance (times 1.4826), so that bad values do not hide
/// themselves. All 0 of no values.
Usual usual_of(std::span<const double> values, bool larger_is_better);

/// By how much a value is worse than usual. What is better when larger is a rate, and deviates by
/// the time that goes with it, usual / value: in rates alone a scatter of a third would excuse one
/// of nothing.
double excess(double value, double usual, bool larger_is_better);
/// Behind by more than `share` of what is usual, and by more than four standard deviations.
bool is_behind(double value, const Usual& usual, bool larger_is_better, double share);

// The same of the values of all ranks together, without bringing them to one place. All are
// collective and return the same on every rank.

/// The n-th smallest, from 0, of values none of which is negative or NaN: exactly, by bisection of
/// the bits that a number is made of, in 64 sums over the ranks.
double nth_of_all(const comm::Communicator& communicator, std::span<const double> own, long long n);
Summary summarise_all(const comm::Communicator& communicator, std::span<const double> own);
/// Of values none of which is negative.
Usual usual_of_all(const comm::Communicator& communicator, std::span<const double> own,
                   bool larger_is_better);

}  // namespace lobatto::machine
