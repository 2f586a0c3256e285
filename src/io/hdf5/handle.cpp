#include "io/hdf5/handle.hpp"

#include <cstdlib>
#include <string_view>

namespace lobatto::io {

namespace {

/// HDF5's state is one for the process, and so is the lock that goes with it.
std::recursive_mutex& hdf5_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

/// Properties of a file or a group.
Hdf5Handle compact_creation(hid_t kind) {
  constexpr unsigned many = 65535;
  const hid_t properties = H5Pcreate(kind);
  H5Pset_obj_track_times(properties, 0);
  H5Pset_link_phase_change(properties, many, 0);
  H5Pset_attr_phase_change(properties, many, 0);
  return {properties, H5Pclose};
}

/// Drivers of files tell times and addresses, too; here what the system said.
std::string told_by_system(const std::string& text) {
  constexpr std::string_view before = "error message = '";
  const auto found = text.find(before);
  if (found == std::string::npos) return text;
  const auto begin = found + before.size();
  return text.substr(begin, text.find('\'', begin) - begin);
}

}  // namespace

Hdf5Handle::~Hdf5Handle() {
  if (id_ < 0) return;
  const hid_t said = H5Eget_current_stack();
  close_(id_);
  H5Eset_current_stack(said);
}

void open_hdf5_without_end() {
  H5dont_atexit();
  H5open();  // with MPI running it would hang its end upon that of MPI
}

Hdf5Turn::Hdf5Turn() : lock_(hdf5_mutex()) {}

std::string hdf5_error_reason() {
  std::string reason;
  const auto keep_first = [](unsigned, const H5E_error2_t* entry, void* text) -> herr_t {
    auto& result = *static_cast<std::string*>(text);
    if (result.empty() && entry->desc != nullptr) result = entry->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &reason);
  return reason.empty() ? "unknown reason" : told_by_system(reason);
}

Hdf5Handle hdf5_file_access() {
  const hid_t properties = H5Pcreate(H5P_FILE_ACCESS);
#if H5_VERSION_GE(1, 12, 1) || (H5_VERSION_GE(1, 10, 7) && !H5_VERSION_GE(1, 11, 0))
  constexpr bool locks = false, only_where_it_can = true;
  H5Pset_file_locking(properties, locks, only_where_it_can);
#else
  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 0);
#endif
  return {properties, H5Pclose};
}

Hdf5Handle hdf5_file_creation() { return compact_creation(H5P_FILE_CREATE); }

Hdf5Handle hdf5_group_creation() { return compact_creation(H5P_GROUP_CREATE); }

Hdf5Handle hdf5_string_type(std::size_t length) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, length);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return {type, H5Tclose};
}

}  // namespace lobatto::io
