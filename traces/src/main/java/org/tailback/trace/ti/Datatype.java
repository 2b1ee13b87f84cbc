package org.tailback.trace.ti;

import java.util.stream.Stream;

/**
 * Sizes of the datatypes that TI traces identify by number. The numbers follow the order in which SMPI registers
 * its predefined datatypes; the sizes apply to x86-64. Derived datatypes are recorded in bytes, or as number -1 of
 * size 0.
 */
final class Datatype {
    /** Number of MPI_DOUBLE, the default after {@code init} with an argument. */
    static final int DOUBLE = 0;

    /** Number of MPI_BYTE, the default after {@code init} without argument. */
    static final int BYTE = 6;

    /** Number of an unknown or derived datatype. */
    static final int NULL = -1;

    /**
     * Sizes by number. From 0: double, int, char, short, long, float, byte, long long, signed char, unsigned char; 10:
     * unsigned short, unsigned, unsigned long, unsigned long long, long double, wchar, C bool; 17: int8 to int64, uint8
     * to uint64; 25: C complex of float, double, long double, AINT, OFFSET; 30: pairs float-int, long-int, double-int,
     * short-int, 2int, 2float, 2double, 2long; 38: REAL, REAL4, REAL8, REAL16, COMPLEX8, COMPLEX16, COMPLEX32 (16 in
     * SMPI); 45: INTEGER1 (4 in SMPI), INTEGER2, INTEGER4, INTEGER8, INTEGER16; 50: long-double-int, C++ bool and
     * complex of float, double, long double, UB, LB, PACKED, pointer, COUNT.
     */
    private static final int[] SIZES = Stream.of(("8 4 1 2 8 4 1 8 1 1 2 4 8 8 16 4 1 1 2 4 8 1 2 4 8 8 16 32 8 8"
                            + " 8 16 16 8 8 8 16 16 4 4 8 16 8 16 16 4 2 4 8 16 32 1 8 16 32 0 0 1 8 8")
                    .split(" "))
            .mapToInt(Integer::parseInt)
            .toArray();

    private Datatype() {}

    static int last() {
        return SIZES.length - 1;
    }

    static boolean exists(long number) {
        return number >= NULL && number < SIZES.length;
    }

    /** Returns the size in bytes of an existing datatype, >= 0. */
    static int size(int number) {
        return number == NULL ? 0 : SIZES[number];
    }
}
