#include "run_impl.hpp"

template int hil::run<robots::driven::gimbal3>(const Options&);
template int hil::replay<robots::driven::gimbal3>(const std::string&);
