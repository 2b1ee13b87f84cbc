package org.tailback.trace.dumpi;

import java.util.Arrays;

/**
 * Sizes of the datatypes of one rank, in bytes: those of the file's table, and of the types that its calls make of
 * others. Types of Fortran and others without a size in either are unknown.
 */
final class DatatypeSizes {
    static final long UNKNOWN = -1;

    private static final int ERROR = 0;
    private static final int NULL = 1;
    private static final int LONG_LONG_INT = 16;
    private static final int LONG_LONG = 18;
    private static final int LOWER_BOUND = 20;
    private static final int UPPER_BOUND = 21;

    private long[] sizes;

    DatatypeSizes(DumpiFile file) {
        int[] table = file.typeSizes();
        sizes = new long[Math.max(table.length, UPPER_BOUND + 1)];
        Arrays.fill(sizes, UNKNOWN);
        for (int i = 0; i < table.length; i++) {
            boolean empty = i == ERROR || i == NULL || i == LOWER_BOUND || i == UPPER_BOUND;
            sizes[i] = table[i] > 0 || empty ? table[i] : UNKNOWN;
        }
        if (sizes[LONG_LONG_INT] == UNKNOWN) {
            sizes[LONG_LONG_INT] = sizes[LONG_LONG]; // two names of one type, of which MPI libraries define one
        }
    }

    /** Returns the size of one element of a type, or {@link #UNKNOWN}. */
    long size(long type) {
        return type < 0 || type >= sizes.length ? UNKNOWN : sizes[(int) type];
    }

    private void set(long type, long size) {
        if (type < 0) {
            return;
        }
        if (type >= sizes.length) {
            int old = sizes.length;
            sizes = Arrays.copyOf(sizes, (int) Math.max(2L * old, type + 1)); // ids have 16 bits
            Arrays.fill(sizes, old, sizes.length, UNKNOWN);
        }
        sizes[(int) type] = size;
    }

    void note(DumpiCursor record) {
        DumpiFunction function = record.function();
        switch (function.name()) {
            case "MPI_Type_size" -> set(record.value(0), record.value(1));
            case "MPI_Type_contiguous" -> make(record, record.value(0));
            case "MPI_Type_vector", "MPI_Type_hvector", "MPI_Type_create_hvector", "MPI_Type_create_indexed_block" ->
                make(record, product(record.value(0), record.value(1)));
            case "MPI_Type_indexed", "MPI_Type_hindexed", "MPI_Type_create_hindexed" ->
                make(record, sum(record, function.position("lengths")));
            case "MPI_Type_dup", "MPI_Type_create_resized" -> make(record, 1);
            case "MPI_Type_create_subarray" -> make(record, productOf(record, function.position("subsizes")));
            case "MPI_Type_struct", "MPI_Type_create_struct" -> makeStructure(record);
            case "MPI_Type_create_darray" -> set(record.value(function.position("newtype")), UNKNOWN);
            default -> {
                // has no types
            }
        }
    }

    private void make(DumpiCursor record, long elements) {
        DumpiFunction function = record.function();
        set(
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
        set(record.value(function.position("newtype")), size);
    }

    private static long sum(DumpiCursor record, int list) {
        return Arrays.stream(record.list(list)).asLongStream().sum();
    }

    private static long productOf(DumpiCursor record, int list) {
        return Arrays.stream(record.list(list)).asLongStream().reduce(1, DatatypeSizes::product);
    }

    /** Returns the product of two numbers >= 0; unknown if a factor is unknown or the product exceeds 2^52. */
    private static long product(long a, long b) {
        return a < 0 || b < 0 || (double) a * b > 0x1p52 ? UNKNOWN : a * b;
    }
}
