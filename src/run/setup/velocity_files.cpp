#include "run/setup/flow_setup.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/checkpoint/reader.hpp"
#include "io/nek/reader.hpp"
#include "kernels/vectors/vector_updates.hpp"
#include "poly/lagrange.hpp"
#include "run/origin/checkpoint_files.hpp"
#include "run/origin/field_file.hpp"
#include "run/origin/nek_fields.hpp"

namespace lobatto::run {

namespace {

struct Snapshot {
  double time = 0;
  std::vector<space::Field> velocity;  ///< three components
};

/// Of the same elements, or else of any, as from checkpoints.
Snapshot read_nek(const std::filesystem::path& file, const space::FunctionSpace& space) {
  const long long n_elements = io::NekFieldReader(file, space.communicator()).header().n_elements;
  const NekFields fields(file, space, n_elements != space.n_global_elements());
  return {fields.header().time, fields.read("U")};
}

/// `file` is a checkpoint or has fields.
Snapshot read(const std::string& file, const space::FunctionSpace& space) {
  const auto& communicator = space.communicator();
  if (io::is_nek_field(file, communicator)) return read_nek(file, space);
  if (io::is_vtkhdf_field(file, communicator)) {
    const FieldFile fields(file, space);
    return {fields.file().time(), fields.read("velocity", 3)};
  }
  io::CheckpointReader reader(file, communicator);
  return {
      reader.summary().time,
      read_fields(reader, {"flow/velocity/0/u", "flow/velocity/0/v", "flow/velocity/0/w"}, space)};
}

/// Snapshots of a flow, in the order of their times; those of a cycle come again.
class Snapshots {
 public:
  explicit Snapshots(const cases::PrescribedVelocity& flow) : flow_(flow) {}

  void evaluate(const space::FunctionSpace& space, double t, space::VectorField& velocity) {
    if (snapshots_.empty()) read_all(space);
    if (snapshots_.size() == 1) return sum({{1.0, 0}}, velocity);
    sum(weights_at(t), velocity);
  }

 private:
  using Weights = std::vector<std::pair<double, std::size_t>>;  ///< of snapshots

  void read_all(const space::FunctionSpace& space) {
    for (const auto& file : flow_.files) snapshots_.push_back(read_placed(file, space));
    for (std::size_t i = 1; i < snapshots_.size(); ++i)
      if (!(snapshots_[i].time > snapshots_[i - 1].time))
        throw base::Error(
            fmt::format("{}: {} is of t = {:g} and {}, before it, of t = {:g}; "
                        "expected files in the order of their times",
                        flow_.where, flow_.files[i], snapshots_[i].time, flow_.files[i - 1],
                        snapshots_[i - 1].time));
    const double length = snapshots_.back().time - snapshots_.front().time;
    if (flow_.period && !(length < *flow_.period))
      throw base::Error(fmt::format(
          "{}: the files are of t = {:g} to {:g}; expected less than flow.period = {:g} "
          "between the first and the last, for the first stands for the end, too",
          flow_.where, snapshots_.front().time, snapshots_.back().time, *flow_.period));
  }

  [[nodiscard]] Snapshot read_placed(const std::string& file,
                                     const space::FunctionSpace& space) const {
    const auto& communicator = space.communicator();
    std::string found;
    comm::on_root(communicator, [&] { found = checkpoint_of(file, flow_.where).string(); });
    communicator.broadcast(found, 0);
    try {
      return read(found, space);
    } catch (const base::Error& error) {
      throw base::Error(fmt::format("{}: {}", flow_.where, error.what()));
    }
  }

  /// Of the two snapshots before t and the two after it: Lagrange's polynomials.
  [[nodiscard]] Weights weights_at(double t) const {
    const auto n = static_cast<long long>(snapshots_.size());
    const double first = snapshots_.front().time;
    const double phase = t - first - *flow_.period * std::floor((t - first) / *flow_.period);
    long long after = 0;
    while (after < n && snapshots_[after].time - first <= phase) ++after;
    std::vector<double> times;
    Weights weights;
    for (long long i = after - 2; i < after + 2; ++i) {
      const long long turn = i < 0 ? -1 : i / n;
      const auto place = static_cast<std::size_t>(i - turn * n);
      times.push_back(snapshots_[place].time - first + static_cast<double>(turn) * *flow_.period);
      weights.emplace_back(0.0, place);
    }
    const poly::Matrix row = poly::interpolation_matrix(times, {&phase, 1});
    for (int k = 0; k < 4; ++k) weights[k].first = row(0, k);
    return weights;
  }

  void sum(const Weights& weights, space::VectorField& velocity) const {
    for (int d = 0; d < 3; ++d) {
      std::vector<kernels::Term> terms;
      for (const auto& [weight, place] : weights)
        terms.push_back({weight, snapshots_[place].velocity[d].data()});
      kernels::linear_combination(terms, velocity[d]);
    }
  }

  cases::PrescribedVelocity flow_;
  std::vector<Snapshot> snapshots_;
};

}  // namespace

void find_velocity_files(const cases::PrescribedVelocity& flow,
                         const comm::Communicator& communicator) {
  comm::on_root(communicator, [&] {
    for (const auto& file : flow.files) checkpoint_of(file, flow.where);
  });
}

physics::VelocityAt velocity_of_files(const cases::PrescribedVelocity& flow) {
  return [snapshots = std::make_shared<Snapshots>(flow)](const space::FunctionSpace& space,
                                                         double t, space::VectorField& velocity) {
    snapshots->evaluate(space, t, velocity);
  };
}

}  // namespace lobatto::run
