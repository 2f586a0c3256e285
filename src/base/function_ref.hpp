#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace lobatto::base {

template <class Signature>
class FunctionRef;

/// A non-owning reference to a callable, for callbacks that do not outlive the call they are passed
/// to: two words, no allocation.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef> &&
             std::is_invocable_r_v<Result, Callable&, Arguments...>)
  // The C-style cast also takes off const and takes functions; call_ undoes it with the same type.
  FunctionRef(Callable&& callable)
      : object_((void*)std::addressof(callable)),
        call_([](void* object, Arguments... arguments) -> Result {
          auto& original = *(std::remove_reference_t<Callable>*)object;
          return static_cast<Result>(original(std::forward<Arguments>(arguments)...));
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }

 private:
  void* object_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace lobatto::base
