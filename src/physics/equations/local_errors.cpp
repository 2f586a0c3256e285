#include "physics/equations/local_errors.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace lobatto::physics {

namespace {

/// Of the error of a step, what solves may leave.
constexpr double part_of_step = 0.1;
/// Of a field, the most that they may leave whatever the step does: a flow that begins at once has
/// no small error, but what follows is to know it.
constexpr double most = 1e-6;

}  // namespace

void LocalErrors::watch(CarriedField& carried, const space::FunctionSpace& where, double at_rest) {
  watched_.push_back({carried, where, at_rest});
}

std::optional<LocalErrors::Errors> LocalErrors::measure(const time::NextStep& next) {
  if (watched_.empty()) return std::nullopt;
  if (next.bdf.order < time::max_order) {
    for (const Watched& watched : watched_) watched.carried.next().set_enough(0);
    return std::nullopt;
  }
  std::vector<double> sums;
  for (const Watched& watched : watched_) {
    const Squares squares = squares_of(watched, next);
    sums.insert(sums.end(), {squares.field, squares.third, squares.second});
  }
  watched_.front().where.communicator().sum(sums);
  Errors errors;
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    const Errors of_one = set(watched_[i], next, {sums[3 * i], sums[3 * i + 1], sums[3 * i + 2]});
    errors.second_order = std::max(errors.second_order, of_one.second_order);
    errors.third_order =
        i == 0 ? of_one.third_order : std::min(errors.third_order, of_one.third_order);
  }
  return errors;
}

LocalErrors::Squares LocalErrors::squares_of(const Watched& watched, const time::NextStep& next) {
  const time::Extrapolation line = time::extrapolation(next.steps, 2);
  const state::Variable& field = watched.carried.field();
  const space::FunctionSpace& space = watched.where;
  Squares squares;
  for (int c = 0; c < field.n_components(); ++c) {
    const double *now = field.now(c).data(), *one = field.at(1, c).data(),
                 *two = field.at(2, c).data(),
                 *predicted = watched.carried.next().prediction().now(c).data();
    for (int e = 0; e < space.n_elements(); ++e) {
      const auto mass = space.mass(e);
      const std::size_t begin = e * space.element_size();
      for (std::size_t q = 0; q < space.element_size(); ++q) {
        const std::size_t at = begin + q;
        const double third = now[at] - predicted[at];
        const double second = now[at] - line.history[0] * one[at] - line.history[1] * two[at];
        squares.field += mass(q) * now[at] * now[at];
        squares.third += mass(q) * third * third;
        squares.second += mass(q) * second * second;
      }
    }
  }
  return squares;
}

LocalErrors::Errors LocalErrors::set(const Watched& watched, const time::NextStep& next,
                                     const Squares& squares) {
  const double volume = watched.where.volume();
  const double field = std::sqrt(squares.field / volume), third = std::sqrt(squares.third / volume),
               second = std::sqrt(squares.second / volume);
  watched.carried.next().set_enough(0);
  if (third == 0 || field < watched.at_rest / next.dt) return {};
  const double error = time::third_order_error(next.steps, third, second);
  watched.carried.next().set_enough(std::min(most * field, part_of_step * error));
  return {time::local_error_factor(next.steps) * third / field, error / field};
}

void LocalErrors::visit_state(base::StateVisitor& visitor) {
  for (const Watched& watched : watched_) {
    const std::string name = "solvers/enough/" + watched.carried.field().name();
    double enough = watched.carried.next().enough();
    if (visitor.has(name)) visitor.visit(name, enough);
    watched.carried.next().set_enough(enough);
  }
}

}  // namespace lobatto::physics
