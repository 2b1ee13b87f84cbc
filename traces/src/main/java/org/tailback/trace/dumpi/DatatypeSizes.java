package org.tailback.trace.dumpi;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.LongStream;
import org.tailback.trace.io.IdTable;

/**
 * Sizes of the datatypes of one rank, in bytes: the types of the file's table, and types derived by its calls. Types of
 * Fortran, and other types in neither of these, have an unknown size.
 */
final class DatatypeSizes {
    static final long UNKNOWN = -1;

    private static final int LONG_LONG_INT = 16;
    private static final int LONG_LONG = 18;
    /** Types with a size of 0 bytes: error, null, lower and upper bound. */
    private static final Set<Integer> EMPTY = Set.of(0, 1, 20, 21);

    private final IdTable<Long> sizes = new IdTable<>();

    DatatypeSizes(DumpiFile file) {
        for (int type = 0; type < file.typeSizes.length; type++) {
            if (file.typeSizes[type] > 0 || EMPTY.contains(type)) {
                sizes.put(type, (long) file.typeSizes[type]);
            }
        }
        if (size(LONG_LONG_INT) == UNKNOWN) {
            sizes.put(LONG_LONG_INT, size(LONG_LONG)); // two names of the same type; MPI libraries define only one
        }
    }

    /** Returns the size of one element of a type in bytes, or {@link #UNKNOWN}. */
    long size(long type) {
        Long size = sizes.get(type);
        return size == null ? UNKNOWN : size;
    }

    /** Records the size of a type created by the current call. */
    void note(DumpiCursor record) {
        DumpiFunction function = record.function();
        switch (function.name()) {
            case "MPI_Type_size" -> sizes.put(record.value(0), record.value(1));
            case "MPI_Type_contiguous" -> make(record, record.value(0));
            case "MPI_Type_vector", "MPI_Type_hvector", "MPI_Type_create_hvector", "MPI_Type_create_indexed_block" ->
                make(record, product(record.value(0), record.value(1)));
            case "MPI_Type_indexed", "MPI_Type_hindexed", "MPI_Type_create_hindexed" ->
                make(record, list(record, "lengths").sum());
            case "MPI_Type_dup", "MPI_Type_create_resized" -> make(record, 1);
            case "MPI_Type_create_subarray" ->
                make(record, list(record, "subsizes").reduce(1, DatatypeSizes::product));
            case "MPI_Type_struct", "MPI_Type_create_struct" -> makeStructure(record);
            case "MPI_Type_create_darray" -> sizes.put(record.value(function.position("newtype")), UNKNOWN);
            default -> {
                // other functions have no types
            }
        }
    }

    private void make(DumpiCursor record, long elements) {
        DumpiFunction function = record.function();
        sizes.put(
                record.value(function.position("newtype")),
                product(elements, size(record.value(function.position("oldtype")))));
    }

    private void makeStructure(DumpiCursor record) {
        DumpiFunction function = record.function();
        int lengths = function.position("lengths");
        int types = function.position("oldtypes");
        long size = 0;
        for (int i = 0; i < Math.min(record.count(lengths), record.count(types)); i++) {
            long part = product(record.element(lengths, i), size(record.element(types, i)));
            size = size < 0 || part < 0 ? UNKNOWN : size + part;
        }
        sizes.put(record.value(function.position("newtype")), size);
    }

    private static LongStream list(DumpiCursor record, String argument) {
        return Arrays.stream(record.list(record.function().position(argument))).asLongStream();
    }

    /** Returns the product of two numbers >= 0; unknown if a factor is unknown or the product exceeds 2^52. */
    private static long product(long a, long b) {
        return a < 0 || b < 0 || (double) a * b > 0x1p52 ? UNKNOWN : a * b;
    }
}
