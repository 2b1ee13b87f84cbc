package org.tailback.trace.dumpi;

import java.util.function.LongBinaryOperator;
import org.tailback.trace.mpi.KnownCollective;

/**
 * Sizes by the arguments of the collective operation of the current record.
 *
 * @param sizes bytes of a number of elements of a datatype
 */
record CollectiveArguments(DumpiCursor record, LongBinaryOperator sizes) implements KnownCollective.Arguments {
    @Override
    public long sent() {
        return has("count") ? bytes("count", "type") : bytes("sendcount", "sendtype");
    }

    @Override
    public long received() {
        return bytes("recvcount", "recvtype");
    }

    @Override
    public long[] sentToEach() {
        return counts("sendcounts", has("sendtype") ? "sendtype" : "sendtypes");
    }

    @Override
    public long[] receivedFromEach() {
        return counts("recvcounts", has("recvtype") ? "recvtype" : has("type") ? "type" : "recvtypes");
    }

    private boolean has(String argument) {
        return record.function().position(argument) >= 0;
    }

    private long bytes(String count, String type) {
        DumpiFunction function = record.function();
        return sizes.applyAsLong(record.value(function.position(count)), record.value(function.position(type)));
    }

    /** @param types one, or one for each */
    private long[] counts(String list, String types) {
        int counted = record.function().position(list);
        int typed = record.function().position(types);
        boolean oneType = record.function().argument(typed).depth() == 0;
        long[] bytes = new long[oneType ? record.count(counted) : Math.min(record.count(counted), record.count(typed))];
        for (int i = 0; i < bytes.length; i++) {
            long type = oneType ? record.value(typed) : record.element(typed, i);
            bytes[i] = sizes.applyAsLong(record.element(counted, i), type);
        }
        return bytes;
    }
}
