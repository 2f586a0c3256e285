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
  return recorded(
      MpiFunction::send, [&] { return PMPI_Send(buffer, n, type, to, tag, group); },
      sending(n, type, to, tag, group));
}

int MPI_Bsend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group) {
  return recorded(
      MpiFunction::bsend, [&] { return PMPI_Bsend(buffer, n, type, to, tag, group); },
      sending(n, type, to, tag, group));
}

int MPI_Ssend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group) {
  return recorded(
      MpiFunction::ssend, [&] { return PMPI_Ssend(buffer, n, type, to, tag, group); },
      sending(n, type, to, tag, group));
}

int MPI_Rsend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group) {
  return recorded(
      MpiFunction::rsend, [&] { return PMPI_Rsend(buffer, n, type, to, tag, group); },
      sending(n, type, to, tag, group));
}

int MPI_Isend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group,
              MPI_Request* request) {
  return recorded(
      MpiFunction::isend, [&] { return PMPI_Isend(buffer, n, type, to, tag, group, request); },
      beginning(n, type, to, tag, group, request));
}

int MPI_Ibsend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group,
               MPI_Request* request) {
  return recorded(
      MpiFunction::ibsend, [&] { return PMPI_Ibsend(buffer, n, type, to, tag, group, request); },
      beginning(n, type, to, tag, group, request));
}

int MPI_Issend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group,
               MPI_Request* request) {
  return recorded(
      MpiFunction::issend, [&] { return PMPI_Issend(buffer, n, type, to, tag, group, request); },
      beginning(n, type, to, tag, group, request));
}

int MPI_Irsend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group,
               MPI_Request* request) {
  return recorded(
      MpiFunction::irsend, [&] { return PMPI_Irsend(buffer, n, type, to, tag, group, request); },
      beginning(n, type, to, tag, group, request));
}

int MPI_Recv(void* buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm group,
             MPI_Status* status) {
  MPI_Status own;
  MPI_Status* const told = status == MPI_STATUS_IGNORE ? &own : status;
  return recorded(
      MpiFunction::recv, [&] { return PMPI_Recv(buffer, n, type, from, tag, group, told); },
      [&](MpiRecorder& recorder) -> std::size_t {
        recorder.received(group, told->MPI_SOURCE, told->MPI_TAG);
        return 0;
      });
}

int MPI_Irecv(void* buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm group,
              MPI_Request* request) {
  return recorded(
      MpiFunction::irecv, [&] { return PMPI_Irecv(buffer, n, type, from, tag, group, request); },
      [&](MpiRecorder& recorder) -> std::size_t {
        recorder.new_receive(*request, group, from, tag, false);
        return 0;
      });
}

// NOLINTNEXTLINE(readability-function-size): as many parameters as MPI has
int MPI_Sendrecv(const void* buffer, int n, MPI_Datatype type, int to, int tag, void* received,
                 int n_received, MPI_Datatype received_type, int from, int received_tag,
                 MPI_Comm group, MPI_Status* status) {
  MPI_Status own;
  MPI_Status* const told = status == MPI_STATUS_IGNORE ? &own : status;
  return recorded(
      MpiFunction::sendrecv,
      [&] {
        return PMPI_Sendrecv(buffer, n, type, to, tag, received, n_received, received_type, from,
                             received_tag, group, told);
      },
      [&](MpiRecorder& recorder) {
        const std::size_t bytes = sending(n, type, to, tag, group)(recorder);
        recorder.received(group, told->MPI_SOURCE, told->MPI_TAG);
        return bytes;
      });
}

int MPI_Sendrecv_replace(void* buffer, int n, MPI_Datatype type, int to, int tag, int from,
                         int received_tag, MPI_Comm group, MPI_Status* status) {
  MPI_Status own;
  MPI_Status* const told = status == MPI_STATUS_IGNORE ? &own : status;
  return recorded(
      MpiFunction::sendrecv_replace,
      [&] {
        return PMPI_Sendrecv_replace(buffer, n, type, to, tag, from, received_tag, group, told);
      },
      [&](MpiRecorder& recorder) {
        const std::size_t bytes = sending(n, type, to, tag, group)(recorder);
        recorder.received(group, told->MPI_SOURCE, told->MPI_TAG);
        return bytes;
      });
}

int MPI_Send_init(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm group,
                  MPI_Request* request) {
  return followed(
      MpiFunction::send_init,
      [&] { return PMPI_Send_init(buffer, n, type, to, tag, group, request); },
      [&](MpiRecorder& recorder) {
        recorder.new_send(*request, group, to, tag, bytes_of(n, type), true);
      });
}

int MPI_Recv_init(void* buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm group,
                  MPI_Request* request) {
  return followed(
      MpiFunction::recv_init,
      [&] { return PMPI_Recv_init(buffer, n, type, from, tag, group, request); },
      [&](MpiRecorder& recorder) { recorder.new_receive(*request, group, from, tag, true); });
}

int MPI_Request_free(MPI_Request* request) {
  MPI_Request freed = *request;
  return followed(
      MpiFunction::request_free, [&] { return PMPI_Request_free(request); },
      [&](MpiRecorder& recorder) { recorder.forget_request(freed); });
}

int MPI_Start(MPI_Request* request) {
  return recorded(
      MpiFunction::start, [&] { return PMPI_Start(request); },
      [&](MpiRecorder& recorder) { return recorder.started(*request); });
}

int MPI_Startall(int n, MPI_Request requests[]) {
  return recorded(
      MpiFunction::startall, [&] { return PMPI_Startall(n, requests); },
      [&](MpiRecorder& recorder) {
        std::size_t bytes = 0;
        for (int i = 0; i < n; ++i) bytes += recorder.started(requests[i]);
        return bytes;
      });
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return recorded_wait(
      MpiFunction::wait, 1, request, [&] { return PMPI_Wait(request, status); },
      [](auto complete) { complete(0); });
}

int MPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[]) {
  return recorded_wait(
      MpiFunction::waitall, n, requests, [&] { return PMPI_Waitall(n, requests, statuses); },
      [&](auto complete) {
        for (int i = 0; i < n; ++i) complete(i);
      });
}

int MPI_Waitany(int n, MPI_Request requests[], int* index, MPI_Status* status) {
  return recorded_wait(
      MpiFunction::waitany, n, requests, [&] { return PMPI_Waitany(n, requests, index, status); },
      [&](auto complete) {
        if (*index != MPI_UNDEFINED) complete(*index);
      });
}

int MPI_Waitsome(int n, MPI_Request requests[], int* n_done, int indices[], MPI_Status statuses[]) {
  return recorded_wait(
      MpiFunction::waitsome, n, requests,
      [&] { return PMPI_Waitsome(n, requests, n_done, indices, statuses); },
      [&](auto complete) {
        for (int i = 0; i < *n_done; ++i) complete(indices[i]);  // MPI_UNDEFINED is negative
      });
}

int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  return recorded_wait(
      MpiFunction::test, 1, request, [&] { return PMPI_Test(request, done, status); },
      [&](auto complete) {
        if (*done != 0) complete(0);
      });
}

int MPI_Testall(int n, MPI_Request requests[], int* done, MPI_Status statuses[]) {
  return recorded_wait(
      MpiFunction::testall, n, requests, [&] { return PMPI_Testall(n, requests, done, statuses); },
      [&](auto complete) {
        for (int i = 0; *done != 0 && i < n; ++i) complete(i);
      });
}

int MPI_Testany(int n, MPI_Request requests[], int* index, int* done, MPI_Status* status) {
  return recorded_wait(
      MpiFunction::testany, n, requests,
      [&] { return PMPI_Testany(n, requests, index, done, status); },
      [&](auto complete) {
        if (*done != 0 && *index != MPI_UNDEFINED) complete(*index);
      });
}

int MPI_Testsome(int n, MPI_Request requests[], int* n_done, int indices[], MPI_Status statuses[]) {
  return recorded_wait(
      MpiFunction::testsome, n, requests,
      [&] { return PMPI_Testsome(n, requests, n_done, indices, statuses); },
      [&](auto complete) {
        for (int i = 0; i < *n_done; ++i) complete(indices[i]);
      });
}

int MPI_Probe(int from, int tag, MPI_Comm group, MPI_Status* status) {
  return recorded(
      MpiFunction::probe, [&] { return PMPI_Probe(from, tag, group, status); }, nothing);
}

int MPI_Iprobe(int from, int tag, MPI_Comm group, int* found, MPI_Status* status) {
  return recorded(
      MpiFunction::iprobe, [&] { return PMPI_Iprobe(from, tag, group, found, status); }, nothing);
}

}  // extern "C"
