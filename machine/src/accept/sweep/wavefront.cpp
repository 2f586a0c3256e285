#include "accept/sweep/wavefront.hpp"

namespace lobatto::accept {

namespace {

/// The neighbour in a direction; -1 at the end of the box.
int neighbour_or_none(const RankBox& box, int direction, int step) {
  const int there = box.coordinate(direction) + step;
  const bool is_in = there >= 0 && there < box.ranks()[static_cast<std::size_t>(direction)];
  return is_in ? box.neighbour(direction, step) : -1;
}

}  // namespace

Wavefront::Wavefront(const RankBox& box, const DiamondTables& tables, int n_chunks,
                     const comm::Communicator& communicator)
    : box_(box),
      tables_(tables),
      group_(communicator.duplicate()),
      n_chunks_(n_chunks),
      z_faces_(static_cast<std::size_t>(box.count(0) * box.count(1)) * tables.n_values()) {
  const int most_planes = (box.count(2) + n_chunks - 1) / n_chunks;
  streams_.reserve(4);
  for (int d = 0; d < 2; ++d)
    for (const int step : {1, -1})
      streams_.emplace_back(
          group_, static_cast<std::size_t>(most_planes * box.count(1 - d)) * tables.n_values(),
          neighbour_or_none(box, d, -step), neighbour_or_none(box, d, step));
}

Wavefront::Task Wavefront::task(int index) const {
  const int octant = index / n_chunks_;
  int chunk = index % n_chunks_;
  if (octant_signs(octant)[2] < 0) chunk = n_chunks_ - 1 - chunk;
  const int nz = box_.count(2);
  return {octant, static_cast<std::size_t>(nz * chunk / n_chunks_),
          static_cast<std::size_t>(nz * (chunk + 1) / n_chunks_)};
}

FaceStream& Wavefront::stream(int direction, int octant) {
  const auto d = static_cast<std::size_t>(direction);
  return streams_[2 * d + (octant_signs(octant)[d] > 0 ? 0 : 1)];
}

void Wavefront::expect(int index) {
  if (index == n_octants * n_chunks_) return;
  for (int d = 0; d < 2; ++d) stream(d, index / n_chunks_).expect();
}

FacePatch Wavefront::patch(int direction, const Task& task) const {
  const int inner = direction == 0 ? 1 : 0;
  FacePatch patch{.direction = direction,
                  .octant = task.octant,
                  .first_outer = task.first,
                  .n_outer = task.last - task.first,
                  .first_inner = static_cast<std::size_t>(box_.first(inner)),
                  .n_inner = static_cast<std::size_t>(box_.count(inner))};
  if (direction == 2) {
    patch.first_outer = static_cast<std::size_t>(box_.first(1));
    patch.n_outer = static_cast<std::size_t>(box_.count(1));
  }
  return patch;
}

double* Wavefront::take(int direction, const Task& task, BoxBoundary& boundary) {
  FaceStream& faces = stream(direction, task.octant);
  double* const values = faces.take();
  if (!faces.has_source()) boundary.fill(patch(direction, task), values);
  return values;
}

void Wavefront::pass_on(int direction, const Task& task, const double* values,
                        BoxBoundary& boundary) {
  FaceStream& faces = stream(direction, task.octant);
  if (!faces.has_destination()) boundary.tally(patch(direction, task), values);
  faces.pass_on();
}

void Wavefront::sweep(const SweepCells& cells, BoxBoundary& boundary) {
  expect(0);
  for (int index = 0; index < n_octants * n_chunks_; ++index) {
    const Task now = task(index);
    expect(index + 1);
    if (index % n_chunks_ == 0) boundary.fill(patch(2, now), z_faces_.data());
    const SweepFaces faces{take(0, now, boundary), take(1, now, boundary), z_faces_.data()};
    sweep_chunk(tables_, cells, now.octant, now.first, now.last, faces);
    pass_on(0, now, faces.x, boundary);
    pass_on(1, now, faces.y, boundary);
    if ((index + 1) % n_chunks_ == 0) boundary.tally(patch(2, now), z_faces_.data());
  }
  for (FaceStream& faces : streams_) faces.finish();
}

}  // namespace lobatto::accept
