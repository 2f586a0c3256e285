// Communicators and files, as the program and the libraries below it make them.
#include "comm/recorder/interposer.hpp"

using lobatto::comm::bytes_of;
using lobatto::comm::followed;
using lobatto::comm::MpiFunction;
using lobatto::comm::MpiRecorder;
using lobatto::comm::nothing;
using lobatto::comm::recorded;

namespace {

/// To make a communicator, all ranks of its parent must have come.
auto making(MPI_Comm parent, const MPI_Comm* made) {
  return [=](MpiRecorder& recorder) { recorder.new_group(parent, *made); };
}

auto transferring(int n, MPI_Datatype type) {
  return [=](MpiRecorder& /*recorder*/) { return bytes_of(n, type); };
}

}  // namespace

extern "C" {

int MPI_Comm_dup(MPI_Comm parent, MPI_Comm* made) {
  return followed(MpiFunction::comm_dup, making(parent, made), PMPI_Comm_dup, parent, made);
}

int MPI_Comm_split(MPI_Comm parent, int colour, int key, MPI_Comm* made) {
  return followed(MpiFunction::comm_split, making(parent, made), PMPI_Comm_split, parent, colour,
                  key, made);
}

int MPI_Comm_split_type(MPI_Comm parent, int type, int key, MPI_Info info, MPI_Comm* made) {
  return followed(MpiFunction::comm_split_type, making(parent, made), PMPI_Comm_split_type, parent,
                  type, key, info, made);
}

int MPI_Comm_create(MPI_Comm parent, MPI_Group group, MPI_Comm* made) {
  return followed(MpiFunction::comm_create, making(parent, made), PMPI_Comm_create, parent, group,
                  made);
}

int MPI_Comm_free(MPI_Comm* group) {
  MPI_Comm freed = *group;
  return followed(
      MpiFunction::comm_free, [&](MpiRecorder& recorder) { recorder.forget_group(freed); },
      PMPI_Comm_free, group);
}

int MPI_File_open(MPI_Comm group, const char* name, int mode, MPI_Info info, MPI_File* file) {
  return recorded(MpiFunction::file_open, nothing, PMPI_File_open, group, name, mode, info, file);
}

int MPI_File_close(MPI_File* file) {
  return recorded(MpiFunction::file_close, nothing, PMPI_File_close, file);
}

int MPI_File_set_view(MPI_File file, MPI_Offset offset, MPI_Datatype type, MPI_Datatype file_type,
                      const char* representation, MPI_Info info) {
  return recorded(MpiFunction::file_set_view, nothing, PMPI_File_set_view, file, offset, type,
                  file_type, representation, info);
}

int MPI_File_set_size(MPI_File file, MPI_Offset size) {
  return recorded(MpiFunction::file_set_size, nothing, PMPI_File_set_size, file, size);
}

int MPI_File_sync(MPI_File file) {
  return recorded(MpiFunction::file_sync, nothing, PMPI_File_sync, file);
}

int MPI_File_read_at(MPI_File file, MPI_Offset offset, void* buffer, int n, MPI_Datatype type,
                     MPI_Status* status) {
  return recorded(MpiFunction::file_read_at, transferring(n, type), PMPI_File_read_at, file, offset,
                  buffer, n, type, status);
}

int MPI_File_read_at_all(MPI_File file, MPI_Offset offset, void* buffer, int n, MPI_Datatype type,
                         MPI_Status* status) {
  return recorded(MpiFunction::file_read_at_all, transferring(n, type), PMPI_File_read_at_all, file,
                  offset, buffer, n, type, status);
}

int MPI_File_write_at(MPI_File file, MPI_Offset offset, const void* buffer, int n,
                      MPI_Datatype type, MPI_Status* status) {
  return recorded(MpiFunction::file_write_at, transferring(n, type), PMPI_File_write_at, file,
                  offset, buffer, n, type, status);
}

int MPI_File_write_at_all(MPI_File file, MPI_Offset offset, const void* buffer, int n,
                          MPI_Datatype type, MPI_Status* status) {
  return recorded(MpiFunction::file_write_at_all, transferring(n, type), PMPI_File_write_at_all,
                  file, offset, buffer, n, type, status);
}

}  // extern "C"
