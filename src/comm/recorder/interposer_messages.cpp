// Messages and requests, as the program and the libraries below it call them.
#include "comm/recorder/interposer.hpp"

using lobatto::comm::bytes_of;
using lobatto::comm::followed;
using lobatto::comm::MpiFunction;
using lobatto::comm::MpiRecorder;
using lobatto::comm::nothing;
using lobatto::comm::recorded;
using lobatto::comm::recorded_wait;

namespace {

/// A message that the call itself sends.
auto sending(int n, MPI_Datatype type, int to, int tag, MPI_Comm group) {
  return [=](MpiRecorder& recorder) -> std::size_t {
    if (to == MPI_PROC_NULL) return 0;
    const std::size_t bytes = bytes_of(n, type);
    recorder.sent(group, to, tag, bytes);
    return bytes;
  };
}

/// A message that the call begins to send.
auto beginning(int n, MPI_Datatype type, int to, int tag, MPI_Comm group,
               const MPI_Request* request) {
  return [=](MpiRecorder& recorder) -> std::size_t {
    if (to == MPI_PROC_NULL) return 0;
    const std::size_t bytes = bytes_of(n, type);
    recorder.new_send(*request, group, to, tag, bytes, false);
    return bytes;
  };
}

}  // namespace

extern "C" {

int MPI_Send(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group) {
  return recorded(MpiFunction::send, sending(n, type, to, tag, group), PMPI_Send, buffer, n, type,
                  to, tag, group);
}

int MPI_Bsend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group) {
  return recorded(MpiFunction::bsend, sending(n, type, to, tag, group), PMPI_Bsend, buffer, n, type,
                  to, tag, group);
}

int MPI_Ssend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group) {
  return recorded(MpiFunction::ssend, sending(n, type, to, tag, group), PMPI_Ssend, buffer, n, type,
                  to, tag, group);
}

int MPI_Rsend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group) {
  return recorded(MpiFunction::rsend, sending(n, type, to, tag, group), PMPI_Rsend, buffer, n, type,
                  to, tag, group);
}

int MPI_Isend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group,
              MPI_Request* request) {
  return recorded(MpiFunction::isend, beginning(n, type, to, tag, group, request), PMPI_Isend,
                  buffer, n, type, to, tag, group, request);
}

int MPI_Ibsend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group,
               MPI_Request* request) {
  return recorded(MpiFunction::ibsend, beginning(n, type, to, tag, group, request), PMPI_Ibsend,
                  buffer, n, type, to, tag, group, request);
}

int MPI_Issend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group,
               MPI_Request* request) {
  return recorded(MpiFunction::issend, beginning(n, type, to, tag, group, request), PMPI_Issend,
                  buffer, n, type, to, tag, group, request);
}

int MPI_Irsend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group,
               MPI_Request* request) {
  return recorded(MpiFunction::irsend, beginning(n, type, to, tag, group, request), PMPI_Irsend,
                  buffer, n, type, to, tag, group, request);
}

int MPI_Recv(void* buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm group,
             MPI_Status* status) {
  MPI_Status own;
  MPI_Status* const told = status == MPI_STATUS_IGNORE ? &own : status;
  return recorded(
      MpiFunction::recv,
      [&](MpiRecorder& recorder) -> std::size_t {
        recorder.received(group, told->MPI_SOURCE, told->MPI_TAG);
        return 0;
      },
      PMPI_Recv, buffer, n, type, from, tag, group, told);
}

int MPI_Irecv(void* buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm group,
              MPI_Request* request) {
  return recorded(
      MpiFunction::irecv,
      [&](MpiRecorder& recorder) -> std::size_t {
        recorder.new_receive(*request, group, from, tag, false);
        return 0;
      },
      PMPI_Irecv, buffer, n, type, from, tag, group, request);
}

// NOLINTNEXTLINE(readability-function-size): as many parameters as MPI has
int MPI_Sendrecv(const void* buffer, int n, MPI_Datatype type, int to, int tag, void* received,
                 int n_received, MPI_Datatype received_type, int from, int received_tag,
                 MPI_Comm group, MPI_Status* status) {
  MPI_Status own;
  MPI_Status* const told = status == MPI_STATUS_IGNORE ? &own : status;
  return recorded(
      MpiFunction::sendrecv,
      [&](MpiRecorder& recorder) {
        const std::size_t bytes = sending(n, type, to, tag, group)(recorder);
        recorder.received(group, told->MPI_SOURCE, told->MPI_TAG);
        return bytes;
      },
      PMPI_Sendrecv, buffer, n, type, to, tag, received, n_received, received_type, from,
      received_tag, group, told);
}

int MPI_Sendrecv_replace(void* buffer, int n, MPI_Datatype type, int to, int tag, int from,
                         int received_tag, MPI_Comm group, MPI_Status* status) {
  MPI_Status own;
  MPI_Status* const told = status == MPI_STATUS_IGNORE ? &own : status;
  return recorded(
      MpiFunction::sendrecv_replace,
      [&](MpiRecorder& recorder) {
        const std::size_t bytes = sending(n, type, to, tag, group)(recorder);
        recorder.received(group, told->MPI_SOURCE, told->MPI_TAG);
        return bytes;
      },
      PMPI_Sendrecv_replace, buffer, n, type, to, tag, from, received_tag, group, told);
}

int MPI_Send_init(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group,
                  MPI_Request* request) {
  return followed(
      MpiFunction::send_init,
      [&](MpiRecorder& recorder) {
        recorder.new_send(*request, group, to, tag, bytes_of(n, type), true);
      },
      PMPI_Send_init, buffer, n, type, to, tag, group, request);
}

int MPI_Recv_init(void* buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm group,
                  MPI_Request* request) {
  return followed(
      MpiFunction::recv_init,
      [&](MpiRecorder& recorder) { recorder.new_receive(*request, group, from, tag, true); },
      PMPI_Recv_init, buffer, n, type, from, tag, group, request);
}

int MPI_Request_free(MPI_Request* request) {
  MPI_Request freed = *request;
  return followed(
      MpiFunction::request_free, [&](MpiRecorder& recorder) { recorder.forget_request(freed); },
      PMPI_Request_free, request);
}

int MPI_Start(MPI_Request* request) {
  return recorded(
      MpiFunction::start, [&](MpiRecorder& recorder) { return recorder.started(*request); },
      PMPI_Start, request);
}

int MPI_Startall(int n, MPI_Request requests[]) {
  return recorded(
      MpiFunction::startall,
      [&](MpiRecorder& recorder) {
        std::size_t bytes = 0;
        for (int i = 0; i < n; ++i) bytes += recorder.started(requests[i]);
        return bytes;
      },
      PMPI_Startall, n, requests);
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return recorded_wait(
      MpiFunction::wait, 1, request, [](auto complete) { complete(0); }, PMPI_Wait, request,
      status);
}

int MPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[]) {
  return recorded_wait(
      MpiFunction::waitall, n, requests,
      [&](auto complete) {
        for (int i = 0; i < n; ++i) complete(i);
      },
      PMPI_Waitall, n, requests, statuses);
}

int MPI_Waitany(int n, MPI_Request requests[], int* index, MPI_Status* status) {
  return recorded_wait(
      MpiFunction::waitany, n, requests,
      [&](auto complete) {
        if (*index != MPI_UNDEFINED) complete(*index);
      },
      PMPI_Waitany, n, requests, index, status);
}

int MPI_Waitsome(int n, MPI_Request requests[], int* n_done, int indices[], MPI_Status statuses[]) {
  return recorded_wait(
      MpiFunction::waitsome, n, requests,
      [&](auto complete) {
        for (int i = 0; i < *n_done; ++i) complete(indices[i]);  // MPI_UNDEFINED is negative
      },
      PMPI_Waitsome, n, requests, n_done, indices, statuses);
}

int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  return recorded_wait(
      MpiFunction::test, 1, request,
      [&](auto complete) {
        if (*done != 0) complete(0);
      },
      PMPI_Test, request, done, status);
}

int MPI_Testall(int n, MPI_Request requests[], int* done, MPI_Status statuses[]) {
  return recorded_wait(
      MpiFunction::testall, n, requests,
      [&](auto complete) {
        for (int i = 0; *done != 0 && i < n; ++i) complete(i);
      },
      PMPI_Testall, n, requests, done, statuses);
}

int MPI_Testany(int n, MPI_Request requests[], int* index, int* done, MPI_Status* status) {
  return recorded_wait(
      MpiFunction::testany, n, requests,
      [&](auto complete) {
        if (*done != 0 && *index != MPI_UNDEFINED) complete(*index);
      },
      PMPI_Testany, n, requests, index, done, status);
}

int MPI_Testsome(int n, MPI_Request requests[], int* n_done, int indices[], MPI_Status statuses[]) {
  return recorded_wait(
      MpiFunction::testsome, n, requests,
      [&](auto complete) {
        for (int i = 0; i < *n_done; ++i) complete(indices[i]);
      },
      PMPI_Testsome, n, requests, n_done, indices, statuses);
}

int MPI_Probe(int from, int tag, MPI_Comm group, MPI_Status* status) {
  return recorded(MpiFunction::probe, nothing, PMPI_Probe, from, tag, group, status);
}

int MPI_Iprobe(int from, int tag, MPI_Comm group, int* found, MPI_Status* status) {
  return recorded(MpiFunction::iprobe, nothing, PMPI_Iprobe, from, tag, group, found, status);
}

}  // extern "C"
