package org.tailback.trace.ti;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** Writes programs as TI traces in bytes, one text per rank. */
final class TiText implements OperationSink {
    private final int rank;
    private final int ranks;
    private final double computeSpeed;
    private final StringBuilder text = new StringBuilder();
    private final Map<Integer, String> open = new LinkedHashMap<>();

    private TiText(int rank, int ranks, double computeSpeed) {
        this.rank = rank;
        this.ranks = ranks;
        this.computeSpeed = computeSpeed;
    }

    /** The trace of one rank; computation becomes flops by the given speed in flop/s. */
    static String of(ParallelProgram program, int rank, double computeSpeed) {
        TiText text = new TiText(rank, program.ranks(), computeSpeed);
        text.line("init");
        try (Program opened = program.open(rank)) {
            opened.produceAll(text);
        }
        text.line("finalize");
        return text.text.toString();
    }

    private void line(String action) {
        text.append(rank).append(' ').append(action).append('\n');
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        line("isend " + destination + " " + tag + " " + bytes);
        open.put(request, rank + " " + destination + " " + tag);
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        line("irecv " + source + " " + tag + " " + bytes);
        open.put(request, source + " " + rank + " " + tag);
    }

    @Override
    public void await(int request) {
        line("wait " + open.remove(request));
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        if (count == open.size()) {
            line("waitall " + count);
            open.clear();
        } else {
            Arrays.stream(requests, 0, count).forEach(this::await);
        }
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        line("send " + destination + " " + tag + " " + bytes);
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        line("recv " + source + " " + tag + " " + bytes);
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        throw new UnsupportedOperationException("SMPI records no probe");
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        throw new UnsupportedOperationException("SMPI does not record the requests of a waitany");
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        throw new UnsupportedOperationException("SMPI does not record the requests of a waitsome");
    }

    @Override
    public void free(int request) {
        throw new UnsupportedOperationException("SMPI records no free");
    }

    @Override
    public void cancel(int request) {
        throw new UnsupportedOperationException("SMPI records no cancel");
    }

    @Override
    public void compute(double seconds) {
        line("compute " + flops(seconds));
    }

    private String flops(double seconds) {
        double flops = seconds * computeSpeed;
        return flops == Math.rint(flops) ? Long.toString((long) flops) : Double.toString(flops);
    }

    @Override
    public void collective(CollectiveCall call) {
        String flops = flops(call.computeSeconds());
        String zeros = "0 ".repeat(ranks).strip();
        String bytes = Long.toString(call.bytes());
        line(
                switch (call.kind()) {
                    case BARRIER -> "barrier";
                    case BCAST -> "bcast " + bytes + " " + call.root();
                    case REDUCE -> "reduce " + bytes + " " + flops + " " + call.root();
                    case ALLREDUCE, SCAN, EXSCAN -> call.kind().label() + " " + bytes + " " + flops;
                    case REDUCE_SCATTER -> "reducescatter " + words(call.sendCounts()) + " " + flops;
                    case GATHER, SCATTER -> call.kind().label() + " " + bytes + " " + bytes + " " + call.root();
                    case ALLGATHER, ALLTOALL -> call.kind().label() + " " + bytes + " " + bytes;
                    case GATHERV ->
                        rank == call.root()
                                ? "gatherv " + call.receiveCounts()[rank] + " " + words(call.receiveCounts()) + " "
                                        + rank
                                : "gatherv " + bytes + " " + zeros + " " + call.root();
                    case SCATTERV ->
                        rank == call.root()
                                ? "scatterv " + words(call.sendCounts()) + " " + call.sendCounts()[rank] + " " + rank
                                : "scatterv " + zeros + " " + bytes + " " + call.root();
                    case ALLGATHERV -> "allgatherv " + call.receiveCounts()[rank] + " " + words(call.receiveCounts());
                    case REDUCE_SCATTER_BLOCK -> "reducescatter " + (bytes + " ").repeat(ranks) + flops;
                    case NEIGHBOR_ALLGATHER,
                            NEIGHBOR_ALLGATHERV,
                            NEIGHBOR_ALLTOALL,
                            NEIGHBOR_ALLTOALLV,
                            NEIGHBOR_ALLTOALLW -> throw new UnsupportedOperationException("SMPI records no such thing");
                    case ALLTOALLV, ALLTOALLW ->
                        "alltoallv " + bytes + " " + words(call.sendCounts()) + " "
                                + Arrays.stream(call.receiveCounts()).sum() + " " + words(call.receiveCounts());
                });
    }

    private static String words(long[] counts) {
        return Arrays.stream(counts).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }
}
