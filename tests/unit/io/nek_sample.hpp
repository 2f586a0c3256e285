#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "io/file_seal.hpp"
#include "io/nek/series.hpp"
#include "mesh/grading.hpp"
#include "temporary_folder.hpp"

// Nek5000 field files of known fields, and their bytes.

namespace lobatto::io {

using Point = std::array<double, 3>;

/// Polynomials of degree 2, a velocity, a pressure and three scalars.
inline double sample(std::size_t field, const Point& x) {
  return static_cast<double>(field + 1) + x[0] - 2 * x[1] + 0.5 * x[2] * x[0] -
         0.25 * static_cast<double>(field) * x[1] * x[1];
}

/// 2 x 3 x 2 elements, graded.
inline std::array<mesh::Axis, 3> sample_axes() {
  return {mesh::Axis{mesh::uniform_ticks(0, 1, 2), false},
          mesh::Axis{mesh::geometric_ticks(-1, 1, 3, 1.5), false},
          mesh::Axis{mesh::uniform_ticks(0, 3, 2), false}};
}

inline space::FunctionSpace sample_space(int order, const comm::Communicator& communicator,
                                         double shift = 0) {
  auto axes = sample_axes();
  for (double& tick : axes[0].ticks) tick += shift;
  return {mesh::make_box_mesh(axes, order, communicator.rank(), communicator.size()), communicator};
}

/// U, P, T, S01 and S02 of the sample polynomials: those before the first that is left out.
class NekSample {
 public:
  explicit NekSample(const space::FunctionSpace& space) {
    for (std::size_t f = 0; f < 7; ++f) {
      fields_.push_back(space.make_field());
      space.evaluate(
          [f](const space::Points& at, double, std::span<double> out) {
            for (std::size_t q = 0; q < out.size(); ++q)
              out[q] = sample(f, {at.x[q], at.y[q], at.z[q]});
          },
          0, fields_.back());
    }
  }
  [[nodiscard]] const space::Field& field(std::size_t f) const { return fields_[f]; }
  [[nodiscard]] Snapshot snapshot(double time, long long step) const {
    Snapshot snapshot{time, step, {}, {}};
    snapshot.fields.push_back({"U", {fields_[0], fields_[1], fields_[2]}});
    const std::array<const char*, 4> names{"P", "T", "S01", "S02"};
    for (std::size_t f = 0; f < names.size(); ++f)
      snapshot.fields.push_back(named(names[f], fields_[3 + f]));
    return snapshot;
  }

 private:
  std::vector<space::Field> fields_;
};

/// The bytes of a file as the format knows it, without the check sums behind them.
inline std::string content_of(const std::filesystem::path& file) {
  return read_all(file).substr(0, FileSeal::read(file)->content_bytes());
}

inline void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

template <class T>
T number_in(const std::string& bytes, std::size_t at) {
  T value{};
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

/// The same file in the other byte order.
inline std::string swapped(std::string bytes, std::size_t n_elements, std::size_t end_of_values,
                           std::size_t word_size) {
  const std::size_t values = 136 + 4 * n_elements;
  for (std::size_t at = 132; at < bytes.size();) {
    const bool is_value = at >= values && at < end_of_values;
    const std::size_t n = is_value ? word_size : 4;
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 bytes.begin() + static_cast<std::ptrdiff_t>(at + n));
    at += n;
  }
  return bytes;
}

}  // namespace lobatto::io
