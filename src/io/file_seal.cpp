#include "io/file_seal.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view word = "LobattoCheckSums";
constexpr std::size_t foot_bytes = 16 + word.size();

std::uint32_t crc_32(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

void put_lowest_first(std::uint64_t number, std::size_t n_bytes, std::string& to) {
  for (std::size_t b = 0; b < n_bytes; ++b) to += static_cast<char>(number >> (8 * b));
}

std::uint64_t get_lowest_first(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t b = bytes.size(); b > 0; --b)
    number = number << 8U | static_cast<unsigned char>(bytes[b - 1]);
  return number;
}

/// A file that is read piece by piece.
class Input {
 public:
  Input(const fs::path& file, std::string name)
      : name_(std::move(name)), in_(base::open_input(file)) {}
  std::uint64_t size() {
    in_.seekg(0, std::ios::end);
    return static_cast<std::uint64_t>(in_.tellg());
  }
  /// `n` bytes from `begin` on, which must be there.
  std::string_view read(std::uint64_t begin, std::size_t n) {
    bytes_.resize(n);
    errno = 0;
    in_.seekg(static_cast<std::streamoff>(begin));
    in_.read(bytes_.data(), static_cast<std::streamsize>(n));
    if (!in_) fail();
    return bytes_;
  }

 private:
  [[noreturn]] void fail() const {
    const auto reason = errno != 0 ? std::generic_category().message(errno) : "it is too short";
    throw base::Error(fmt::format("{}: cannot be read: {}", name_, reason));
  }

  std::string name_;
  std::ifstream in_;
  std::string bytes_;
};

std::uint64_t n_blocks_of(std::uint64_t content_bytes, std::uint32_t block_bytes) {
  return content_bytes / block_bytes + (content_bytes % block_bytes != 0 ? 1 : 0);
}

/// Calls action(number, sum) for blocks from `first` to before `last`.
template <class Action>
void for_each_sum(Input& in, std::uint64_t content_bytes, std::uint32_t block_bytes,
                  std::uint64_t first, std::uint64_t last, Action action) {
  for (std::uint64_t block = first; block < last; ++block) {
    const std::uint64_t begin = block * block_bytes;
    const auto length = std::min<std::uint64_t>(block_bytes, content_bytes - begin);
    action(block, crc_32(in.read(begin, static_cast<std::size_t>(length))));
  }
}

/// The share of rank `rank` begins here; the next one's is its end.
std::uint64_t first_of(int rank, std::uint64_t n_blocks, const comm::Communicator& communicator) {
  return n_blocks * static_cast<std::uint64_t>(rank) /
         static_cast<std::uint64_t>(communicator.size());
}

void append_seal(const fs::path& file, const std::string& name, std::uint64_t content_bytes,
                 std::uint32_t block_bytes, std::span<const long long> sums) {
  std::string bytes;
  for (const long long sum : sums) put_lowest_first(static_cast<std::uint64_t>(sum), 4, bytes);
  put_lowest_first(content_bytes, 8, bytes);
  put_lowest_first(block_bytes, 4, bytes);
  put_lowest_first(crc_32(bytes), 4, bytes);
  errno = 0;
  std::ofstream out(file, std::ios::binary | std::ios::app);
  out << bytes << word;
  out.close();
  if (!out)
    throw base::Error(fmt::format("cannot write {}: {}", name,
                                  std::generic_category().message(errno != 0 ? errno : EIO)));
}

std::vector<long long> sums_of(Input& in, std::uint64_t content_bytes, std::uint32_t block_bytes,
                               std::uint64_t first, std::uint64_t last) {
  std::vector<long long> sums;
  for_each_sum(in, content_bytes, block_bytes, first, last,
               [&](std::uint64_t, std::uint32_t sum) { sums.push_back(sum); });
  return sums;
}

}  // namespace

std::optional<FileSeal> FileSeal::read(const fs::path& file) {
  Input in(file, file.string());
  const std::uint64_t size = in.size();
  if (size < foot_bytes) return std::nullopt;
  const std::string foot(in.read(size - foot_bytes, foot_bytes));
  if (!foot.ends_with(word)) return std::nullopt;
  const std::string_view numbers(foot);
  FileSeal seal;
  seal.file_ = file;
  seal.content_bytes_ = get_lowest_first(numbers.substr(0, 8));
  seal.block_bytes_ = static_cast<std::uint32_t>(get_lowest_first(numbers.substr(8, 4)));
  const auto refuse = [&](const char* why) {
    throw base::Error(fmt::format("{}: the check sums at its end {}", file.string(), why));
  };
  if (seal.block_bytes_ == 0 || seal.content_bytes_ > size - foot_bytes)
    refuse("are damaged themselves");
  const std::uint64_t n_blocks = n_blocks_of(seal.content_bytes_, seal.block_bytes_);
  if (n_blocks != (size - foot_bytes - seal.content_bytes_) / 4 ||
      (size - foot_bytes - seal.content_bytes_) % 4 != 0)
    refuse("are not those of a file of its length");
  std::string table(in.read(seal.content_bytes_, 4 * n_blocks));
  for (std::uint64_t block = 0; block < n_blocks; ++block)
    seal.sums_.push_back(
        static_cast<std::uint32_t>(get_lowest_first(std::string_view(table).substr(4 * block, 4))));
  table += numbers.substr(0, 12);
  if (crc_32(table) != get_lowest_first(numbers.substr(12, 4))) refuse("are damaged themselves");
  return seal;
}

void FileSeal::verify(std::uint64_t first, std::uint64_t last) const {
  if (first == last) return;
  Input in(file_, file_.string());
  for_each_sum(in, content_bytes_, block_bytes_, first, last,
               [&](std::uint64_t block, std::uint32_t found) {
                 if (found == sums_[block]) return;
                 const std::uint64_t begin = block * block_bytes_;
                 throw base::Error(fmt::format(
                     "{}: bytes {} to {} are damaged: their check sum is {:08x} where {:08x} was "
                     "stored with them",
                     file_.string(), begin, std::min(begin + block_bytes_, content_bytes_) - 1,
                     found, sums_[block]));
               });
}

std::uint64_t bytes_with_seal(std::uint64_t content_bytes, std::uint32_t block_bytes) {
  return content_bytes + 4 * n_blocks_of(content_bytes, block_bytes) + foot_bytes;
}

void verify_if_sealed(const fs::path& file, const comm::Communicator& communicator) {
  comm::on_all(communicator, [&] {
    const auto seal = FileSeal::read(file);
    if (!seal) return;
    seal->verify(first_of(communicator.rank(), seal->n_blocks(), communicator),
                 first_of(communicator.rank() + 1, seal->n_blocks(), communicator));
  });
}

void seal_file(const fs::path& file, const std::string& name, std::uint32_t block_bytes) {
  Input in(file, name);
  const std::uint64_t content_bytes = in.size();
  const auto sums =
      sums_of(in, content_bytes, block_bytes, 0, n_blocks_of(content_bytes, block_bytes));
  append_seal(file, name, content_bytes, block_bytes, sums);
}

void seal_file(const fs::path& file, const std::string& name,
               const comm::Communicator& communicator, std::uint32_t block_bytes) {
  // As rank 0 sees it: another node may not know yet how long the file has become.
  long long length = 0;
  comm::on_root(communicator, [&] { length = static_cast<long long>(Input(file, name).size()); });
  const auto content_bytes = static_cast<std::uint64_t>(communicator.sum(length));
  const std::uint64_t n_blocks = n_blocks_of(content_bytes, block_bytes);
  std::vector<long long> sums;
  comm::on_all(communicator, [&] {
    Input in(file, name);
    sums = sums_of(in, content_bytes, block_bytes,
                   first_of(communicator.rank(), n_blocks, communicator),
                   first_of(communicator.rank() + 1, n_blocks, communicator));
  });
  sums = communicator.all_gather(std::span<const long long>(sums));
  comm::on_root(communicator, [&] { append_seal(file, name, content_bytes, block_bytes, sums); });
}

}  // namespace lobatto::io
