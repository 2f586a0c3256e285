#include "comm/transport/shared_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <random>
#include <string>

namespace lobatto::comm {

namespace {

/// A POSIX file descriptor that is closed at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

bool on_all_ranks(const Communicator& group, bool condition) {
  return group.min(condition ? 1.0 : 0.0) == 1.0;
}

/// Where each rank's part begins, in whole pages, and as last value where the last part ends.
std::vector<std::size_t> lay_out_parts(const Communicator& group, std::size_t own_bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto bytes = static_cast<long long>(own_bytes);
  std::vector<std::size_t> offsets{0};
  for (const long long part : group.all_gather(std::span<const long long>(&bytes, 1))) {
    offsets.push_back(offsets.back() + (static_cast<std::size_t>(part) + page - 1) / page * page);
  }
  return offsets;
}

/// A name that no other segment on this node has, the same on every rank.
std::string agree_on_name(const Communicator& group) {
  std::random_device entropy;
  std::string name = fmt::format("/lobatto-{:d}-{:08x}{:08x}", getpid(), entropy(), entropy());
  group.broadcast(name, 0);
  return name;
}

/// The pages of [begin, end), taken now: later the system could only end the job where memory is
/// short.
bool reserve(const Descriptor& file, std::size_t begin, std::size_t end) {
  return begin == end || posix_fallocate(file.number(), static_cast<off_t>(begin),
                                         static_cast<off_t>(end - begin)) == 0;
}

/// Opens the file of that name on every rank, made by the first; the name is free again afterwards.
int open_together(const Communicator& group, const std::string& name, std::size_t n_bytes) {
  int number = -1;
  if (group.rank() == 0) {
    number = shm_open(name.c_str(), O_CREAT | O_EXCL | O_RDWR, 0600);
    if (number >= 0 && ftruncate(number, static_cast<off_t>(n_bytes)) != 0) {
      close(number);
      number = -1;
    }
  }
  group.barrier();
  if (group.rank() != 0) number = shm_open(name.c_str(), O_RDWR, 0600);
  group.barrier();
  if (group.rank() == 0) shm_unlink(name.c_str());
  return number;
}

}  // namespace

std::unique_ptr<SharedSegment> SharedSegment::create(const Communicator& group,
                                                     std::size_t own_bytes) {
  if (!on_all_ranks(group, group.split_by_node().size() == group.size())) return nullptr;
  std::vector<std::size_t> offsets = lay_out_parts(group, own_bytes);
  const std::size_t n_bytes = offsets.back();
  const Descriptor file(open_together(group, agree_on_name(group), n_bytes));
  const auto own = static_cast<std::size_t>(group.rank());
  if (!on_all_ranks(group, file.is_open() && reserve(file, offsets[own], offsets[own + 1])))
    return nullptr;

  void* address = mmap(nullptr, n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.number(), 0);
  std::unique_ptr<SharedSegment> segment;
  if (address != MAP_FAILED) {
    segment.reset(new SharedSegment(static_cast<std::byte*>(address), std::move(offsets), n_bytes));
  }
  if (!on_all_ranks(group, segment != nullptr)) return nullptr;
  return segment;
}

SharedSegment::~SharedSegment() { munmap(begin_, n_bytes_); }

}  // namespace lobatto::comm
