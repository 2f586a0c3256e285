#include "io/sample_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "comm/agreement/agreed_fault.hpp"
#include "io/hdf5/file.hpp"

namespace lobatto::io {

namespace {

std::size_t product(const std::vector<long long>& shape) {
  return static_cast<std::size_t>(
      std::accumulate(shape.begin(), shape.end(), 1LL, std::multiplies<>()));
}

/// The first step of the samples in `file`, where it is one of the series.
std::optional<long long> first_step(const std::filesystem::path& file, const std::string& name) {
  const std::string stem = file.stem().string();
  if (file.extension() != ".h5" || !stem.starts_with(name + "_")) return std::nullopt;
  long long step = 0;
  const char* const end = stem.data() + stem.size();
  const auto read = std::from_chars(stem.data() + name.size() + 1, end, step);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return step;
}

void write_array(Hdf5File& out, const std::string& name, const std::vector<long long>& shape,
                 bool is_root, std::span<const double> values) {
  const RowSelection all{0, shape[0], 1, shape[0]};
  out.write_rows(name, {shape.begin(), shape.end()}, is_root ? all : RowSelection{},
                 is_root ? values : std::span<const double>());
}

}  // namespace

SampleSeries::SampleSeries(std::filesystem::path folder, Layout layout,
                           const comm::Communicator& communicator)
    : folder_(std::move(folder)), layout_(std::move(layout)), communicator_(communicator) {}

void SampleSeries::resume(long long last_step) {
  comm::on_root(communicator_, [&] {
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      const auto step = first_step(entry.path(), layout_.name);
      if (step && *step > last_step) std::filesystem::remove(entry.path());
    }
  });
}

std::size_t SampleSeries::values_of_one() const {
  return layout_.quantities.size() * product(layout_.shape);
}

bool SampleSeries::add(long long step, double time, std::span<const double> values) {
  steps_.push_back(step);
  times_.push_back(time);
  if (communicator_.rank() == 0) values_.insert(values_.end(), values.begin(), values.end());
  return steps_.size() * values_of_one() * sizeof(double) >= enough_bytes;
}

void SampleSeries::flush() {
  if (steps_.empty()) return;
  const bool is_root = communicator_.rank() == 0;
  const std::size_t n_samples = steps_.size(), size = product(layout_.shape);
  std::vector<long long> shape{static_cast<long long>(n_samples)};
  shape.insert(shape.end(), layout_.shape.begin(), layout_.shape.end());
  const auto file = folder_ / fmt::format("{}_{:08d}.h5", layout_.name, steps_.front());
  write_hdf5(
      file, n_samples * values_of_one() * sizeof(double) + 65536, communicator_,
      [&](Hdf5File& out) {
        out.write_from_root("/step", n_samples, std::span<const std::int64_t>(steps_));
        out.write_from_root("/time", n_samples, std::span<const double>(times_));
        for (const NamedArray& place : layout_.places)
          write_array(out, fmt::format("/{}", place.name), place.shape, is_root, place.values);
        std::vector<double> values(is_root ? n_samples * size : 0);
        for (std::size_t i = 0; i < layout_.quantities.size(); ++i) {
          for (std::size_t s = 0; is_root && s < n_samples; ++s)
            std::copy_n(values_.data() + s * values_of_one() + i * size, size,
                        values.data() + s * size);
          write_array(out, fmt::format("/{}", layout_.quantities[i]), shape, is_root, values);
        }
      });
  steps_.clear();
  times_.clear();
  values_.clear();
}

}  // namespace lobatto::io
