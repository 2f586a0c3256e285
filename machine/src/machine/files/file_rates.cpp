#include "machine/files/file_rates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "comm/files/shared_file.hpp"
#include "machine/files/own_file.hpp"
#include "machine/files/scratch_folder.hpp"
#include "machine/results/repeats.hpp"

namespace lobatto::machine {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t smallest = 4096, step = 16;
/// Of small files several, up to this in all.
constexpr std::size_t bytes_at_once = std::size_t{4} << 20;

std::vector<std::size_t> file_sizes(std::size_t most) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = smallest; size < most; size *= step) sizes.push_back(size);
  sizes.push_back(most);
  return sizes;
}

/// "4k", "1m".
std::string size_name(std::size_t bytes) {
  return bytes >= std::size_t{1} << 20 ? fmt::format("{}m", bytes >> 20)
                                       : fmt::format("{}k", bytes >> 10);
}

/// What makes the numbers: everything is done by all ranks at the same time.
class Measuring {
 public:
  Measuring(const FileRateOptions& options, const fs::path& folder,
            const comm::Communicator& communicator)
      : options_(options), folder_(folder), communicator_(communicator) {}

  /// MB/s of writing and of reading files of this size, several where they are small.
  std::array<double, 2> own_files(std::size_t size) {
    const int n = static_cast<int>(std::clamp<std::size_t>(bytes_at_once / size, 1, 32));
    const double megabytes = 1e-6 * static_cast<double>(size) * n;
    const auto own = pattern(size);
    const double write_seconds = together([&] {
      for (int i = 0; i < n; ++i) write_file(name(i), own);
    });
    const double read_seconds = together([&] {
      for (int i = 0; i < n; ++i)
        if (read_file(name(i), size) != own)
          throw base::Error(name(i).string() + ": reads otherwise than it was written");
    });
    together([&] {
      for (int i = 0; i < n; ++i) fs::remove(name(i));
    });
    return {megabytes / write_seconds, megabytes / read_seconds};
  }

  /// Files a second of making, asking after and removing.
  std::array<double, 3> metadata() {
    const auto each = [&](const auto& task) {
      return options_.n_files / together([&] {
               for (int i = 0; i < options_.n_files; ++i) task(name(i));
             });
    };
    return {each([](const fs::path& file) { write_file(file, {}, false); }),
            each([](const fs::path& file) { static_cast<void>(fs::file_size(file)); }),
            each([](const fs::path& file) { fs::remove(file); })};
  }

  /// MB/s of all ranks together, of the slowest one's time.
  std::array<double, 2> shared_file(std::size_t size) {
    const fs::path file = folder_ / "shared";
    const double megabytes = 1e-6 * static_cast<double>(size) * communicator_.size();
    const std::size_t offset = size * communicator_.rank();
    const auto own = pattern(size);
    const double write_seconds = slowest([&] {
      comm::SharedFile shared(communicator_, file, comm::SharedFile::Mode::create);
      shared.write_at(offset, own);
      shared.sync();
    });
    comm::on_root(communicator_, [&] { forget(file); });
    std::vector<std::byte> found(size);
    const double read_seconds = slowest([&] {
      comm::SharedFile shared(communicator_, file, comm::SharedFile::Mode::read);
      shared.read_at(offset, found);
    });
    comm::throw_together(communicator_, found == own ? "" : file.string() + ": reads otherwise");
    comm::on_root(communicator_, [&] { fs::remove(file); });
    return {megabytes / write_seconds, megabytes / read_seconds};
  }

 private:
  [[nodiscard]] fs::path name(int i) const {
    return folder_ / fmt::format("{}-{}", communicator_.rank(), i);
  }
  [[nodiscard]] std::vector<std::byte> pattern(std::size_t size) const {
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i)
      bytes[i] = static_cast<std::byte>(i * 7 + i / 251 + communicator_.rank());
    return bytes;
  }
  /// Seconds of this rank; what it throws ends all ranks alike.
  template <class Task>
  double together(const Task& task) {
    communicator_.barrier();
    double seconds = 0;
    comm::on_all(communicator_, [&] {
      const base::Stopwatch watch;
      task();
      seconds = watch.seconds();
    });
    return seconds;
  }
  template <class Task>
  double slowest(const Task& task) {
    communicator_.barrier();
    const base::Stopwatch watch;
    task();
    return communicator_.max(watch.seconds());
  }

  const FileRateOptions& options_;
  const fs::path& folder_;
  const comm::Communicator& communicator_;
};

std::vector<Measurand> quantities(const std::vector<std::size_t>& sizes) {
  std::vector<Measurand> all;
  for (const std::size_t size : sizes)
    for (const char* what : {"write", "read"})
      all.push_back({fmt::format("file_{}_{}", what, size_name(size)), "MB/s"});
  for (const char* what : {"create", "stat", "remove"})
    all.push_back({fmt::format("file_{}", what), "files/s"});
  for (const char* what : {"write", "read"})
    all.push_back({fmt::format("shared_{}", what), "MB/s", Better::larger, Per::job});
  return all;
}

/// As many bytes and files as there are at any time.
void check_room(const FileRateOptions& options, const comm::Communicator& communicator) {
  const double n_ranks = communicator.size();
  const auto bytes = static_cast<double>(std::max(options.most_bytes, bytes_at_once));
  comm::on_root(communicator, [&] {
    require_room(options.folder, 1.1 * n_ranks * bytes, n_ranks * options.n_files);
  });
}

}  // namespace

Report measure_file_rates(const FileRateOptions& options, const comm::Communicator& communicator,
                          const std::function<bool()>& is_stopped) {
  const ScratchFolder scratch(options.folder, communicator);
  check_room(options, communicator);
  const auto sizes = file_sizes(options.most_bytes);
  Repeats repeats(quantities(sizes));
  Measuring measuring(options, scratch.path(), communicator);
  const base::Stopwatch watch;
  const auto go_on = [&] {
    comm::throw_together(communicator, is_stopped() ? "stopped by a signal; nothing is left" : "");
  };
  for (int repeat = 0; repeat < options.n_repeats; ++repeat) {
    std::vector<std::optional<double>> values;
    const auto add = [&](const auto& rates) {
      values.insert(values.end(), rates.begin(), rates.end());
    };
    for (const std::size_t size : sizes) {
      go_on();
      add(measuring.own_files(size));
    }
    go_on();
    add(measuring.metadata());
    go_on();
    add(measuring.shared_file(options.most_bytes));
    if (communicator.rank() != 0) values[values.size() - 2] = values.back() = std::nullopt;
    repeats.add(values);
  }
  Report report{look_at_machine(communicator), 0, 0, {}};
  report.results.push_back({"io", fmt::format("files in {}", options.folder.string()), "",
                            repeats.gather(-1, communicator)});
  report.seconds = communicator.max(watch.seconds());
  return report;
}

}  // namespace lobatto::machine
