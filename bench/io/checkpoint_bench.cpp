// How small checkpoints get without loss, how fast, and what one costs. Under MPI the ranks share
// the field. Argument: a checkpoint of a run, of which the velocity and pressure are taken
// (default: a made-up field with a turbulent spectrum).
//   checkpoint_bench runs/duct/checkpoints/checkpoint_00004284.h5
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "io/checkpoint/reader.hpp"
#include "io/checkpoint/series.hpp"
#include "io/hdf5/chunk_codec.hpp"

namespace {

using namespace lobatto;

constexpr int n_fields = 10;  // three levels of velocity and the pressure
constexpr int n_repetitions = 10;

struct Fields {
  std::vector<std::int64_t> keys;
  std::size_t row_length = 0;
  std::vector<std::vector<double>> values;
};

/// This rank's share of n elements, in a row.
std::vector<std::int64_t> share_of(std::int64_t n, const comm::Communicator& world) {
  std::vector<std::int64_t> keys;
  for (std::int64_t e = n * world.rank() / world.size(); e < n * (world.rank() + 1) / world.size();
       ++e)
    keys.push_back(e);
  return keys;
}

/// Elements of 8^3 nodes in a periodic cube: waves of random direction, |u_k|^2 ~ k^(-11/3), that
/// is k^(-5/3) over shells.
Fields make_up(const comm::Communicator& world) {
  constexpr int n = 8, per_side = 6;
  Fields fields{share_of(per_side * per_side * per_side, world), n * n * n, {}};
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int f = 0; f < n_fields; ++f) {
    auto& field = fields.values.emplace_back(fields.keys.size() * fields.row_length, 0.0);
    for (int wave = 0; wave < 40; ++wave) {
      std::array<double, 3> k;
      for (double& component : k) component = std::round(4 * normal(random));
      const double size = std::hypot(k[0], k[1], k[2]) + 1, phase = 6 * normal(random);
      const double amplitude = normal(random) * std::pow(size, -11.0 / 6.0);
      for (std::size_t q = 0; q < field.size(); ++q) {
        const auto e = static_cast<int>(fields.keys[q / fields.row_length]);
        const auto node = static_cast<int>(q % fields.row_length);
        const std::array<int, 3> element{e % per_side, e / per_side % per_side,
                                         e / per_side / per_side};
        const std::array<int, 3> at{node % n, node / n % n, node / n / n};
        double angle = phase;
        for (int d = 0; d < 3; ++d) {
          const double x = 0.5 - 0.5 * std::cos(std::numbers::pi * at[d] / (n - 1));
          angle += 2 * std::numbers::pi * k[d] * (element[d] + x) / per_side;
        }
        field[q] += amplitude * std::cos(angle);
      }
    }
  }
  return fields;
}

Fields load(const std::filesystem::path& file, const comm::Communicator& world) {
  io::CheckpointReader reader(file, world);
  std::vector<double> mesh;
  reader.visit("run/mesh", mesh);
  const auto n = static_cast<std::size_t>(mesh.at(1)) + 1;
  Fields fields{share_of(static_cast<std::int64_t>(mesh.at(0)), world), n * n * n, {}};
  const base::RowSet rows{"elements", fields.keys, fields.row_length};
  std::vector<std::string> names{"flow/pressure"};
  for (int level = 0; level < 3; ++level)
    for (const char* component : {"u", "v", "w"})
      names.push_back("flow/velocity/" + std::to_string(level) + "/" + component);
  for (const auto& name : names) {
    auto& field = fields.values.emplace_back(fields.keys.size() * fields.row_length);
    reader.visit(name, rows, field);
  }
  return fields;
}

/// Of all threads of this process, s.
double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Best of the repetitions, s of the processor.
template <class Action>
double best_time(Action action) {
  double best = INFINITY;
  for (int i = 0; i < n_repetitions; ++i) {
    const double begin = processor_seconds();
    action();
    best = std::min(best, processor_seconds() - begin);
  }
  return best;
}

void measure_codec(const Fields& fields, bool shuffle, const comm::Communicator& world) {
  constexpr std::size_t chunk = std::size_t{1} << 16;
  const io::ChunkFormat format{sizeof(double), shuffle};
  io::ChunkCodec codec;
  std::vector<std::byte> stored, back(chunk);
  std::vector<std::size_t> begins;
  std::size_t raw = 0;
  const auto for_each_chunk = [&](auto action) {
    for (const auto& field : fields.values)
      for (std::size_t at = 0; at + chunk <= field.size() * sizeof(double); at += chunk)
        action(std::as_bytes(std::span(field)).subspan(at, chunk));
  };
  const auto encode = [&] {
    raw = 0;
    begins.assign(1, 0);
    for_each_chunk([&](std::span<const std::byte> bytes) {
      stored.resize(std::max(stored.size(), begins.back() + io::ChunkCodec::longest_stored(chunk)));
      begins.push_back(begins.back() +
                       codec.encode(format, bytes, std::span(stored).subspan(begins.back())));
      raw += chunk;
    });
  };
  const auto decode = [&] {
    for (std::size_t c = 0; c + 1 < begins.size(); ++c)
      codec.decode(format, std::span(stored).subspan(begins[c], begins[c + 1] - begins[c]), back);
  };
  const double encoding = best_time(encode), decoding = best_time(decode);
  const auto bytes = static_cast<double>(raw);
  if (world.rank() == 0)
    std::printf("%-18s %6.3f to 1   encode %5.2f GB/s   decode %5.2f GB/s\n",
                shuffle ? "shuffle and LZ4" : "LZ4 alone",
                bytes / static_cast<double>(begins.back()), bytes / encoding / 1e9,
                bytes / decoding / 1e9);
}

void measure_series(Fields& fields, const comm::Communicator& world) {
  const auto folder = std::filesystem::temp_directory_path() / "lobatto-checkpoint-bench";
  const base::RowSet rows{"elements", fields.keys, fields.row_length};
  double processor = 0, elapsed = 0;
  {
    io::CheckpointSeries series(folder, {}, 0, world);
    const auto save = [&](long long step) {
      series.save(step, 0.0, {}, [&](base::StateVisitor& visitor) {
        for (std::size_t f = 0; f < fields.values.size(); ++f)
          visitor.visit("field/" + std::to_string(f), rows, fields.values[f]);
      });
    };
    save(1);  // takes the memory
    series.finish();
    const auto before = series.totals();
    const double begin = processor_seconds();
    for (int i = 0; i < n_repetitions; ++i) {
      save(2 + i);
      series.finish();
    }
    processor = world.sum(processor_seconds() - begin) / n_repetitions;
    elapsed = world.max(series.totals().elapsed - before.elapsed) / n_repetitions;
  }
  if (world.rank() == 0) {
    std::printf("one checkpoint     %.1f ms to the disk, %.1f ms of processors\n", 1e3 * elapsed,
                1e3 * processor);
    std::filesystem::remove_all(folder);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  const auto world = comm::Communicator::world();
  Fields fields = argc > 1 ? load(argv[1], world) : make_up(world);
  const auto n_values = world.sum(
      static_cast<long long>(fields.keys.size() * fields.row_length * fields.values.size()));
  if (world.rank() == 0)
    std::printf("%d ranks, %.1f MB in %d fields\n", world.size(),
                8e-6 * static_cast<double>(n_values), n_fields);
  measure_codec(fields, false, world);
  measure_codec(fields, true, world);
  measure_series(fields, world);
  return 0;
}
