#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lobatto::comm {

/// Starts MPI on construction and ends it on destruction, unless it runs already, which is somebody
/// else's then; a process without a launcher stays on its node. Made once, by the application.
/// Ending is collective: a rank that fails alone must call Communicator::abort instead of leaving
/// the scope.
class Environment {
 public:
  Environment(int& argc, char**& argv);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  [[nodiscard]] bool is_ours() const { return is_ours_; }
  /// Whether MPI has been started and not ended.
  static bool is_running();
  /// Whether other threads than the one that has started MPI may run beside it, without calls of
  /// MPI: whoever has started it may have asked for less. MPI must be running.
  static bool allows_threads();

 private:
  bool is_ours_;
};

/// The variable by which a launcher of MPI told this process that it is a rank; null without one.
const char* rank_variable();

/// Before MPI starts, for ranks that share one node: Open MPI need not look for fast networks,
/// which takes 0.2 s. What the user has set stays.
void stay_on_node();

/// For a process that never asks MPI to start others, before MPI starts: Open MPI need not start a
/// daemon for that beside one that no launcher has started.
void start_no_daemon();

/// The name of the MPI library with its version, up to the first comma or line end.
std::string mpi_library_version();

/// The kind of MPI library whose header this was compiled with: "Open MPI", "MPICH", "MPI 5.0".
std::string mpi_library_of_build();

/// Whether calls reach a library of that kind. In a process that has loaded another one before, as
/// Python does with mpi4py, they may reach that; but for mpi_library_version nothing else of comm
/// may be called then.
bool reaches_library_of_build();

/// Ends the whole job, whatever the other ranks do. MPI must be running.
[[noreturn]] void end_job(int exit_code);

/// A group of ranks with private message space. Owns its MPI communicator (a duplicate or a split);
/// move-only. Everything but rank, size, handle, send, receive and abort is collective. What MPI
/// reports as an error is thrown as base::Error.
class Communicator {
 public:
  /// A duplicate of MPI_COMM_WORLD. MPI must be running.
  static Communicator world();
  /// A duplicate of the communicator with this integer as its handle, as other languages know it:
  /// that of MPI 5.0, or of Fortran where MPI is older.
  static Communicator from_integer(int handle);
  /// Only this rank.
  static Communicator self();
  /// Only this rank, too, and no call of MPI, which need not run: what is collective is done at
  /// once. It has no handle, and cannot be duplicated or split.
  static Communicator alone() { return {}; }

  Communicator(Communicator&& other) noexcept;
  Communicator& operator=(Communicator&& other) noexcept;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  ~Communicator();

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] MPI_Comm handle() const { return handle_; }

  /// The same ranks with a message space of their own. Collective.
  [[nodiscard]] Communicator duplicate() const;
  /// Ranks with the same colour, ordered by key. Collective.
  [[nodiscard]] Communicator split(int colour, int key) const;

  /// The ranks of this group that can share memory with this one, in the same order. Collective.
  [[nodiscard]] Communicator split_by_node() const;

  void barrier() const;
  /// Element-wise over ranks, in place, the same bits on every rank.
  void sum(std::span<double> values) const;
  void max(std::span<double> values) const;
  void min(std::span<double> values) const;
  [[nodiscard]] double sum(double value) const;
  [[nodiscard]] double max(double value) const;
  [[nodiscard]] double min(double value) const;
  [[nodiscard]] long long sum(long long value) const;
  /// Sum over the ranks below this one (0 on rank 0).
  [[nodiscard]] long long exclusive_sum(long long value) const;
  /// The rank that holds the largest value (lowest rank on ties) and that value.
  struct Location {
    double value;
    int rank;
  };
  [[nodiscard]] Location max_location(double value) const;
  /// Rank `root`'s values to everybody, in place; the sizes must agree.
  void broadcast(std::span<double> values, int root) const;
  void broadcast(std::string& text, int root) const;
  /// All ranks' values one after another in rank order, on every rank; lengths may differ.
  [[nodiscard]] std::vector<double> all_gather(std::span<const double> values) const;
  [[nodiscard]] std::vector<long long> all_gather(std::span<const long long> values) const;
  /// What the other ranks sent, one parcel after another in rank order.
  struct Parcels {
    std::vector<long long> values;
    std::vector<std::size_t> counts;  ///< [size], values from each rank
  };
  /// Sends counts[r] of the values to rank r; values holds the parcels one after another in rank
  /// order. For set-up: allocates, and costs a message to every rank.
  [[nodiscard]] Parcels all_to_all(std::span<const long long> values,
                                   std::span<const std::size_t> counts) const;
  /// Bytes of any number to rank `to`, which must call receive; not collective. For set-up.
  void send(std::span<const std::byte> bytes, int to) const;
  /// What rank `from` sends to this one; not collective.
  [[nodiscard]] std::vector<std::byte> receive(int from) const;
  /// Ends the whole job.
  [[noreturn]] void abort(int exit_code) const;

 private:
  Communicator() = default;
  explicit Communicator(MPI_Comm handle);
  [[nodiscard]] bool is_alone() const { return handle_ == MPI_COMM_NULL; }
  MPI_Comm handle_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
};

}  // namespace lobatto::comm
