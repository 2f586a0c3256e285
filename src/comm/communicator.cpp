#include "comm/communicator.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "comm/files/file_hints.hpp"
#include "comm/mpi_calls.hpp"

namespace lobatto::comm {

namespace {

/// For setenv: what the user has set stays.
constexpr int keep = 0;

MPI_Comm copy_of(MPI_Comm original) {
  if (!Environment::is_running())
    throw base::Error("a communicator was asked for while MPI is not running");
  MPI_Comm copy = MPI_COMM_NULL;
  check_mpi(MPI_Comm_dup(original, &copy), "MPI_Comm_dup");
  return copy;
}

void reduce_in_place(std::span<double> values, MPI_Op operation, MPI_Comm handle) {
  if (handle == MPI_COMM_NULL) return;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, values.data(), mpi_count(values.size()), MPI_DOUBLE,
                          operation, handle),
            "MPI_Allreduce");
}

/// Where each rank's part begins in a buffer that holds the parts one after another.
std::vector<int> displacements_of(std::span<const int> counts) {
  // Throws where the whole cannot be counted: the scan below would overflow.
  static_cast<void>(mpi_count(std::accumulate(counts.begin(), counts.end(), std::size_t{0})));
  std::vector<int> displacements(counts.size(), 0);
  std::exclusive_scan(counts.begin(), counts.end(), displacements.begin(), 0);
  return displacements;
}

template <class T>
std::vector<T> all_gather_as(MPI_Datatype type, std::span<const T> values,
                             const Communicator& group) {
  if (group.handle() == MPI_COMM_NULL) return {values.begin(), values.end()};
  std::vector<int> counts(static_cast<std::size_t>(group.size()));
  const int own_count = mpi_count(values.size());
  check_mpi(MPI_Allgather(&own_count, 1, MPI_INT, counts.data(), 1, MPI_INT, group.handle()),
            "MPI_Allgather");
  const std::vector<int> displacements = displacements_of(counts);
  std::vector<T> gathered(static_cast<std::size_t>(displacements.back() + counts.back()));
  check_mpi(MPI_Allgatherv(values.data(), own_count, type, gathered.data(), counts.data(),
                           displacements.data(), type, group.handle()),
            "MPI_Allgatherv");
  return gathered;
}

}  // namespace

bool Environment::is_running() {
  int is_started = 0, is_ended = 0;
  MPI_Initialized(&is_started);
  MPI_Finalized(&is_ended);
  return is_started != 0 && is_ended == 0;
}

bool Environment::allows_threads() {
  int level = MPI_THREAD_SINGLE;
  check_mpi(MPI_Query_thread(&level), "MPI_Query_thread");
  return level >= MPI_THREAD_FUNNELED;
}

Environment::Environment(int& argc, char**& argv) : is_ours_(!is_running()) {
  do_without_shared_file_pointers();
  if (rank_variable() == nullptr) stay_on_node();
  int provided = MPI_THREAD_SINGLE;
  if (is_ours_) MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

Environment::~Environment() {
  if (is_ours_ && is_running()) MPI_Finalize();
}

Communicator::Communicator(MPI_Comm handle) : handle_(handle) {
  MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN);
  check_mpi(MPI_Comm_rank(handle_, &rank_), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(handle_, &size_), "MPI_Comm_size");
}

const char* rank_variable() {
  constexpr std::array names{"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PALS_RANKID",
                             "MPI_LOCALRANKID"};
  const auto found =
      std::ranges::find_if(names, [](const char* name) { return std::getenv(name) != nullptr; });
  return found == names.end() ? nullptr : *found;
}

void stay_on_node() { setenv("OMPI_MCA_pml", "ob1", keep); }

void start_no_daemon() { setenv("OMPI_MCA_ess_singleton_isolated", "true", keep); }

std::string mpi_library_version() {
  // As long as any library makes it, which need not be the one of the header.
  constexpr std::size_t most = 8192;
  static_assert(MPI_MAX_LIBRARY_VERSION_STRING <= most);
  char text[most];
  int length = 0;
  check_mpi(MPI_Get_library_version(text, &length), "MPI_Get_library_version");
  const std::string whole(text, static_cast<std::size_t>(length));
  return whole.substr(0, whole.find_first_of(",\n"));
}

std::string mpi_library_of_build() {
#if defined(OPEN_MPI)
  return "Open MPI";
#elif defined(MPI_ABI_VERSION)
  return "MPI 5.0";
#else
  return "MPICH";
#endif
}

bool reaches_library_of_build() {
  // All but Open MPI share one binary interface or the other with MPICH.
  constexpr const char* open_mpi = "Open MPI";
  return mpi_library_version().starts_with(open_mpi) == (mpi_library_of_build() == open_mpi);
}

void end_job(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::abort();
}

Communicator Communicator::world() { return Communicator(copy_of(MPI_COMM_WORLD)); }

Communicator Communicator::from_integer(int handle) {
  return Communicator(copy_of(communicator_of_integer(handle)));
}

Communicator Communicator::self() { return Communicator(copy_of(MPI_COMM_SELF)); }

Communicator::Communicator(Communicator&& other) noexcept
    : handle_(std::exchange(other.handle_, MPI_COMM_NULL)),
      rank_(other.rank_),
      size_(other.size_) {}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(rank_, other.rank_);
  std::swap(size_, other.size_);
  return *this;
}

Communicator::~Communicator() {
  if (handle_ != MPI_COMM_NULL && Environment::is_running()) MPI_Comm_free(&handle_);
}

Communicator Communicator::duplicate() const { return Communicator(copy_of(handle_)); }

Communicator Communicator::split(int colour, int key) const {
  MPI_Comm part = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split(handle_, colour, key, &part), "MPI_Comm_split");
  return Communicator(part);
}

Communicator Communicator::split_by_node() const {
  MPI_Comm part = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(handle_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &part),
            "MPI_Comm_split_type");
  return Communicator(part);
}

void Communicator::barrier() const {
  if (!is_alone()) check_mpi(MPI_Barrier(handle_), "MPI_Barrier");
}

void Communicator::sum(std::span<double> values) const {
  reduce_in_place(values, MPI_SUM, handle_);
}
void Communicator::max(std::span<double> values) const {
  reduce_in_place(values, MPI_MAX, handle_);
}
void Communicator::min(std::span<double> values) const {
  reduce_in_place(values, MPI_MIN, handle_);
}

double Communicator::sum(double value) const {
  sum(std::span<double>(&value, 1));
  return value;
}

double Communicator::max(double value) const {
  max(std::span<double>(&value, 1));
  return value;
}

double Communicator::min(double value) const {
  min(std::span<double>(&value, 1));
  return value;
}

long long Communicator::sum(long long value) const {
  if (is_alone()) return value;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_LONG_LONG, MPI_SUM, handle_),
            "MPI_Allreduce");
  return value;
}

long long Communicator::exclusive_sum(long long value) const {
  long long below = 0;
  if (is_alone()) return below;
  check_mpi(MPI_Exscan(&value, &below, 1, MPI_LONG_LONG, MPI_SUM, handle_), "MPI_Exscan");
  return rank_ == 0 ? 0 : below;  // MPI leaves the result of the first rank undefined
}

Communicator::Location Communicator::max_location(double value) const {
  Location location{value, rank_};  // laid out as MPI_DOUBLE_INT
  if (is_alone()) return location;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &location, 1, MPI_DOUBLE_INT, MPI_MAXLOC, handle_),
            "MPI_Allreduce");
  return location;
}

void Communicator::broadcast(std::span<double> values, int root) const {
  if (is_alone()) return;
  check_mpi(MPI_Bcast(values.data(), mpi_count(values.size()), MPI_DOUBLE, root, handle_),
            "MPI_Bcast");
}

void Communicator::broadcast(std::string& text, int root) const {
  if (is_alone()) return;
  int length = mpi_count(text.size());
  check_mpi(MPI_Bcast(&length, 1, MPI_INT, root, handle_), "MPI_Bcast");
  text.resize(static_cast<std::size_t>(length));
  check_mpi(MPI_Bcast(text.data(), length, MPI_CHAR, root, handle_), "MPI_Bcast");
}

std::vector<double> Communicator::all_gather(std::span<const double> values) const {
  return all_gather_as<double>(MPI_DOUBLE, values, *this);
}

std::vector<long long> Communicator::all_gather(std::span<const long long> values) const {
  return all_gather_as<long long>(MPI_LONG_LONG, values, *this);
}

Communicator::Parcels Communicator::all_to_all(std::span<const long long> values,
                                               std::span<const std::size_t> counts) const {
  if (counts.size() != static_cast<std::size_t>(size_) ||
      std::accumulate(counts.begin(), counts.end(), std::size_t{0}) != values.size()) {
    throw base::Error(
        "all_to_all: expected one count per rank, and that they add up to the number of values");
  }
  std::vector<int> send_counts(counts.size());
  std::vector<int> recv_counts(counts.size());
  std::transform(counts.begin(), counts.end(), send_counts.begin(), mpi_count);
  check_mpi(MPI_Alltoall(send_counts.data(), 1, MPI_INT, recv_counts.data(), 1, MPI_INT, handle_),
            "MPI_Alltoall");
  const std::vector<int> send_displacements = displacements_of(send_counts);
  const std::vector<int> recv_displacements = displacements_of(recv_counts);
  Parcels parcels;
  parcels.counts.assign(recv_counts.begin(), recv_counts.end());
  parcels.values.resize(static_cast<std::size_t>(recv_displacements.back() + recv_counts.back()));
  check_mpi(MPI_Alltoallv(values.data(), send_counts.data(), send_displacements.data(),
                          MPI_LONG_LONG, parcels.values.data(), recv_counts.data(),
                          recv_displacements.data(), MPI_LONG_LONG, handle_),
            "MPI_Alltoallv");
  return parcels;
}

void Communicator::send(std::span<const std::byte> bytes, int to) const {
  const long long n_bytes = static_cast<long long>(bytes.size());
  check_mpi(MPI_Send(&n_bytes, 1, MPI_LONG_LONG, to, 0, handle_), "MPI_Send");
  for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), longest_message))) {
    const auto n_now = static_cast<int>(std::min(bytes.size(), longest_message));
    check_mpi(MPI_Send(bytes.data(), n_now, MPI_BYTE, to, 0, handle_), "MPI_Send");
  }
}

std::vector<std::byte> Communicator::receive(int from) const {
  long long n_bytes = 0;
  check_mpi(MPI_Recv(&n_bytes, 1, MPI_LONG_LONG, from, 0, handle_, MPI_STATUS_IGNORE), "MPI_Recv");
  std::vector<std::byte> bytes(static_cast<std::size_t>(n_bytes));
  for (std::size_t at = 0; at < bytes.size(); at += longest_message) {
    const auto n_now = static_cast<int>(std::min(bytes.size() - at, longest_message));
    check_mpi(MPI_Recv(bytes.data() + at, n_now, MPI_BYTE, from, 0, handle_, MPI_STATUS_IGNORE),
              "MPI_Recv");
  }
  return bytes;
}

void Communicator::abort(int exit_code) const {
  MPI_Abort(handle_, exit_code);
  std::abort();
}

}  // namespace lobatto::comm
