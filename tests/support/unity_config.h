/* Unity for every platform: doubles in assertions, output through the port, one line at a time. */
#pragma once

#define UNITY_INCLUDE_DOUBLE
#define UNITY_DOUBLE_PRECISION 1e-12
#define UNITY_OUTPUT_CHAR(c) unity_write_char(c)
#define UNITY_OUTPUT_CHAR_HEADER_DECLARATION unity_write_char(int c)
