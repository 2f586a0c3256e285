#pragma once

#include <any>
#include <map>
#include <typeindex>
#include <utility>
#include <vector>

namespace lobatto::cases {

/// What extensions have read of a case file: lists, by the type of what is in them.
class ExtensionValues {
 public:
  template <class T>
  void set(std::vector<T> values) {
    lists_[typeid(T)] = std::move(values);
  }
  /// None where the case file says nothing.
  template <class T>
  [[nodiscard]] const std::vector<T>& of() const {
    static const std::vector<T> none;
    const auto found = lists_.find(typeid(T));
    return found == lists_.end() ? none : std::any_cast<const std::vector<T>&>(found->second);
  }

 private:
  std::map<std::type_index, std::any> lists_;
};

}  // namespace lobatto::cases
