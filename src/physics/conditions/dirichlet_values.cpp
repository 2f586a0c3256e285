#include "physics/conditions/dirichlet_values.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace lobatto::physics {

DirichletValues::DirichletValues(const space::FunctionSpace& space, space::VectorPart part)
    : space_(space), part_(part) {}

void DirichletValues::add_boundary(int index, space::SpaceTimeFunction function,
                                   bool depends_on_time) {
  if (parts_.empty()) extension_ = space_.make_field();
  const auto nodes = space::boundary_nodes(space_, index);
  for (auto& earlier : parts_) earlier.leave(nodes);
  parts_.push_back({index,
                    std::move(function),
                    depends_on_time,
                    false,
                    false,
                    nodes,
                    {},
                    space::boundary_normals(space_, index, nodes),
                    {}});
  has_lifts_ = false;
}

void DirichletValues::add_partial_boundary(int index, space::SpaceTimeFunction function,
                                           bool depends_on_time) {
  add_boundary(index, std::move(function), depends_on_time);
  parts_.back().is_partial = true;
}

void DirichletValues::Part::leave(const std::vector<std::size_t>& others) {
  std::size_t n_left = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (std::ranges::binary_search(others, nodes[i])) continue;
    nodes[n_left] = nodes[i];
    for (auto& component : normals) component[n_left] = component[i];
    ++n_left;
  }
  nodes.resize(n_left);
  for (auto& component : normals) component.resize(n_left);
}

void DirichletValues::find_lifts() {
  const std::size_t size = space_.element_size();
  std::set<std::size_t> nodes;
  for (auto& part : parts_) {
    nodes.insert(part.nodes.begin(), part.nodes.end());
    part.values.assign(part.nodes.size(), 0.0);
    find_places(part);
  }
  lifts_.clear();
  has_lifts_ = true;
  for (const std::size_t q : nodes) {
    const auto element = static_cast<int>(q / size);
    if (lifts_.empty() || lifts_.back().element != element) lifts_.push_back({element, {}, {}});
    lifts_.back().nodes.push_back(q);
  }
}

void DirichletValues::find_places(Part& part) const {
  const std::size_t size = space_.element_size();
  std::array<std::vector<double>, 3> x;
  for (auto& c : part.points) c.clear();
  std::size_t last = static_cast<std::size_t>(-1);
  for (const std::size_t q : part.nodes) {
    if (q / size != last) space_.element_points(static_cast<int>(last = q / size), x);
    for (int d = 0; d < 3; ++d) part.points[d].push_back(x[d][q % size]);
  }
}

void DirichletValues::follow_mesh() {
  for (auto& part : parts_) {
    part.is_known = false;
    part.normals = space::boundary_normals(space_, part.index, part.nodes);
    find_places(part);
  }
}

void DirichletValues::update(double t) {
  if (empty()) return;
  if (!has_lifts_) find_lifts();
  for (auto& part : parts_) {
    if (part.is_known && !part.depends_on_time) continue;
    part.is_known = true;
    if (part.nodes.empty()) continue;
    const auto& [x, y, z] = part.points;
    const auto& [n_x, n_y, n_z] = part.normals;
    part.function({x, y, z, part.nodes, {n_x, n_y, n_z}}, t, part.values);
    for (std::size_t i = 0; i < part.nodes.size(); ++i) extension_[part.nodes[i]] = part.values[i];
  }
}

template <class Work>
void DirichletValues::for_runs(std::span<const Lift> lifts, const Work& work) {
  for (std::size_t begin = 0, end = 0; begin < lifts.size(); begin = end) {
    for (end = begin + 1; end < lifts.size(); ++end)
      if (lifts[end].element != lifts[end - 1].element + 1) break;
    work(lifts.subspan(begin, end - begin));
  }
}

void DirichletValues::apply_operator(std::span<const Lift> run, double mass_coefficient,
                                     const space::StiffnessCoefficient& stiffness,
                                     const double* u) {
  if (!operator_ || field_ != stiffness.field()) {
    field_ = stiffness.field();
    operator_ = space::make_helmholtz_operator(space_, stiffness, part_);
  }
  image_.resize(run.size() * space_.element_size());
  operator_->apply(run.front().element, static_cast<int>(run.size()),
                   {mass_coefficient, stiffness.factor()}, u, image_.data());
}

void DirichletValues::subtract_lift(double mass_coefficient,
                                    const space::StiffnessCoefficient& stiffness,
                                    const space::ElementBlock& block, double* rhs) {
  const std::size_t size = space_.element_size();
  for_runs(lifts_of(block), [&](std::span<const Lift> run) {
    const int first = run.front().element;
    apply_operator(run, mass_coefficient, stiffness, extension_.data() + first * size);
    double* const out = rhs + (first - block.first) * size;
    for (std::size_t q = 0; q < image_.size(); ++q) out[q] -= image_[q];
  });
}

std::span<DirichletValues::Lift> DirichletValues::lifts_of(const space::ElementBlock& block) {
  const auto from = [&](int element) {
    return std::ranges::lower_bound(lifts_, element, {}, &Lift::element);
  };
  return {from(block.first), from(block.first + block.n_elements)};
}

void DirichletValues::impose(std::span<double> u) const {
  for (const auto& part : parts_)
    for (std::size_t i = 0; i < part.nodes.size() && !part.is_partial; ++i)
      u[part.nodes[i]] = extension_[part.nodes[i]];
}

std::vector<std::size_t> DirichletValues::nodes_given_by(int index) const {
  const auto part = std::ranges::find(parts_, index, &Part::index);
  return part == parts_.end() ? std::vector<std::size_t>{} : part->nodes;
}

void DirichletValues::record(const space::ElementBlock& block, const double* rhs) {
  for (Lift& lift : lifts_of(block)) {
    lift.load.clear();
    for (const std::size_t q : lift.nodes) lift.load.push_back(rhs[q - block.offset]);
  }
}

double DirichletValues::power(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
                              std::span<const double> u) {
  const std::size_t size = space_.element_size();
  double sum = 0;
  for_runs(lifts_, [&](std::span<const Lift> run) {
    const std::size_t first = run.front().element * size;
    apply_operator(run, mass_coefficient, stiffness, u.data() + first);
    for (const Lift& lift : run) {
      for (std::size_t i = 0; i < lift.nodes.size(); ++i)
        sum += extension_[lift.nodes[i]] * (image_[lift.nodes[i] - first] - lift.load[i]);
    }
  });
  return sum;
}

double DirichletValues::integral() const {
  const std::size_t size = space_.element_size();
  double sum = 0;
  for (const auto& lift : lifts_) {
    const auto mass = space_.mass(lift.element);
    for (const std::size_t q : lift.nodes) sum += mass(q % size) * extension_[q];
  }
  return sum;
}

Range DirichletValues::range() const {
  Range range;
  for (const auto& part : parts_) range.take(range_of(part.values));
  return range;
}

}  // namespace lobatto::physics
