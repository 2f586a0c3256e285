#include "stability/sensitivity_search.hpp"

#include <algorithm>
#include <complex>
#include <string>

namespace lobatto::stability {

SensitivitySearch::SensitivitySearch(state::State& state, physics::EquationSystem& equations,
                                     const ModeSettings& settings,
                                     const physics::FlowSettings& flow_settings)
    : Search(state, settings.propagation),
      state_(state),
      equations_(equations),
      settings_(settings),
      analysis_(state, equations, flow_settings),
      flow_(state, equations),
      sum_{state.space().communicator()} {
  seek(SearchKind::modes);
}

void SensitivitySearch::seek(SearchKind kind) {
  settings_.kind = kind;
  search_ = std::make_unique<ModeSearch>(state_, equations_, settings_);
  if (seeks_adjoint() && settings_.of_steady_force) search_->adjoint().keep_force();
}

void SensitivitySearch::after_step() {
  if (force_) {
    if (is_due()) force_->take();
    return;
  }
  search_->after_step();
  if (!search_->is_converged()) return;
  if (seeks_adjoint()) {
    if (settings_.of_steady_force) {
      make_force();
      force_->begin();
    }
    return;
  }
  n_before_ = search_->n_propagations();
  modes_ = search_->modes();
  shapes_ = search_->shapes();
  seek(SearchKind::adjoint_modes);
  search_->begin();
}

void SensitivitySearch::make_force() {
  std::vector<std::vector<double>> g;
  for (std::size_t i = 0; i < found().size(); ++i) {
    const auto& by_base_flow = found()[i].sensitivity.by_base_flow;
    g.push_back(by_base_flow.real);
    if (n_numbers(i) == 2) g.push_back(by_base_flow.imaginary);
  }
  force_ = std::make_unique<SteadyForce>(*search_, flow_, sum_, std::move(g));
}

const std::vector<SensitiveMode>& SensitivitySearch::found() {
  if (found_.empty())
    for (const auto& pair : pairs()) found_.push_back(analysis_.analysed(pair));
  return found_;
}

std::span<const SteadyForce::Response> SensitivitySearch::responses_of(std::size_t mode) const {
  if (!force_) return {};
  std::size_t first = 0;
  for (std::size_t i = 0; i < mode; ++i) first += n_numbers(i);
  return std::span(force_->responses()).subspan(first, n_numbers(mode));
}

std::vector<ModePair> SensitivitySearch::pairs() const {
  const auto adjoints = search_->modes();
  const auto adjoint_shapes = search_->shapes();
  std::vector<ModePair> pairs;
  for (std::size_t i = 0; i < modes_.size(); ++i) {
    const auto distance = [&](const Mode& adjoint) {
      return std::abs(
          std::complex(adjoint.growth - modes_[i].growth, adjoint.frequency - modes_[i].frequency));
    };
    const auto nearest = std::ranges::min_element(adjoints, {}, distance);
    const auto j = static_cast<std::size_t>(nearest - adjoints.begin());
    pairs.push_back({modes_[i], *nearest, shapes_[i], adjoint_shapes[j]});
  }
  return pairs;
}

/// Three numbers for each, and whether it has an imaginary part.
void SensitivitySearch::visit_modes(base::StateVisitor& visitor) {
  std::vector<double> rows;
  for (std::size_t i = 0; i < modes_.size(); ++i)
    rows.insert(rows.end(), {modes_[i].growth, modes_[i].frequency, modes_[i].residual,
                             shapes_[i].imaginary.empty() ? 0.0 : 1.0});
  visitor.visit("stability/sensitivity/modes", rows);
  const std::size_t size = flow_.n_parts() * state_.space().size();
  if (visitor.loads()) {
    modes_.clear();
    shapes_.clear();
    for (std::size_t r = 0; r + 3 < rows.size(); r += 4) {
      modes_.push_back({rows[r], rows[r + 1], rows[r + 2], {}});
      shapes_.push_back(
          {std::vector<double>(size), std::vector<double>(rows[r + 3] != 0 ? size : 0)});
    }
  }
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const std::string name = "mode" + std::to_string(i);
    flow_.visit(visitor, name, shapes_[i].real);
    if (!shapes_[i].imaginary.empty())
      flow_.visit(visitor, name + "_imaginary", shapes_[i].imaginary);
  }
}

void SensitivitySearch::visit_state(base::StateVisitor& visitor) {
  std::int64_t n_before = n_before_;
  visitor.visit("stability/sensitivity/n_before", n_before);
  if (visitor.loads() && (n_before > 0) != seeks_adjoint())
    seek(n_before > 0 ? SearchKind::adjoint_modes : SearchKind::modes);
  if (visitor.loads()) found_.clear();
  n_before_ = static_cast<int>(n_before);
  if (n_before_ > 0) visit_modes(visitor);
  search_->visit_state(visitor);
  std::int64_t has_force = force_ ? 1 : 0;
  visitor.visit("stability/sensitivity/force", has_force);
  if (has_force == 0) return;
  if (!force_) make_force();
  force_->visit_state(visitor);
}

}  // namespace lobatto::stability
