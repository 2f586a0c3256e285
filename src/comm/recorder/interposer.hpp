#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

#include "comm/recorder/recorder.hpp"

// What the functions have in common that stand before those of MPI (its profiling interface: every
// MPI_Name is also there as PMPI_Name, and a program may have its own MPI_Name). They lie in the
// interposer_*.cpp, and cost one branch a call where nothing is recorded.

namespace lobatto::comm {

/// Calls MPI's own function with what it was given; where a recorder listens, calls note(recorder)
/// after it, which returns the bytes that were given away.
template <class Note, class Own, class... Given>
int recorded(MpiFunction function, Note note, Own own, Given... given) {
  MpiRecorder* const recorder = current_mpi_recorder;
  if (recorder == nullptr || !recorder->is_recording() || recorder->is_inside()) [[likely]]
    return own(given...);
  recorder->enter();
  const int code = own(given...);
  recorder->leave(function, code == MPI_SUCCESS ? note(*recorder) : 0);
  return code;
}

/// The note of a call that gives no bytes away.
inline std::size_t nothing(MpiRecorder& /*recorder*/) { return 0; }

/// As `recorded` where the recorder must know of it before it records, too: note(recorder) returns
/// nothing.
template <class Note, class Own, class... Given>
int followed(MpiFunction function, Note note, Own own, Given... given) {
  MpiRecorder* const recorder = current_mpi_recorder;
  if (recorder != nullptr && !recorder->is_recording()) {
    const int code = own(given...);
    if (code == MPI_SUCCESS) note(*recorder);
    return code;
  }
  const auto note_of_nothing = [&](MpiRecorder& listening) {
    note(listening);
    return nothing(listening);
  };
  return recorded(function, note_of_nothing, own, given...);
}

/// The same for functions that complete requests, whose handles MPI may then clear: calls
/// note(complete), and complete(i) says that request i is done.
template <class Note, class Own, class... Given>
int recorded_wait(MpiFunction function, int n, const MPI_Request* requests, Note note, Own own,
                  Given... given) {
  MpiRecorder* const recorder = current_mpi_recorder;
  if (recorder == nullptr || !recorder->is_recording() || recorder->is_inside()) [[likely]]
    return own(given...);
  recorder->enter();
  const std::vector<MPI_Request> before(requests, requests + n);
  const int code = own(given...);
  if (code == MPI_SUCCESS)
    note([&](int i) { recorder->completed(before[static_cast<std::size_t>(i)]); });
  recorder->leave(function, 0);
  return code;
}

inline std::size_t bytes_of(int n_values, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return static_cast<std::size_t>(n_values) * static_cast<std::size_t>(size);
}

}  // namespace lobatto::comm
