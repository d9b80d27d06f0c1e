#pragma once

/// The errors of all Tangram libraries: one small hierarchy, thrown inside,
/// turned into one line and an exit code at the edge (run_guarded in apps/command/run_guarded.cpp).

#include <stdexcept>

namespace tangram {

class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The caller asked for something that does not exist or does not fit (sizes,
/// files, names, environment). Exit code 2.
class InvalidInput : public Error {
  public:
    using Error::Error;
};

/// The request was fine, carrying it out failed (memory, a device, output
/// files, verification). Exit code 1.
class RunFailure : public Error {
  public:
    using Error::Error;
};

/// This machine or this build lacks what was asked for. Exit code 77.
class Unavailable : public Error {
  public:
    using Error::Error;
};

} // namespace tangram
