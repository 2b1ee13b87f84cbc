package org.tailback.fit.measure;

import java.util.List;
import java.util.stream.IntStream;
import org.tailback.cluster.Placement;
import org.tailback.platform.Platform;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/**
 * The nodes of a simulated platform as hosts. Each flow has two processes, as in the benchmarks of Vienne et
 * al. and Martinasso and Mehaut: the client sends with blocking sends, so a burst takes n gaps; under a cost without
 * overheads it is then busy for the whole gap (o = g). Every flow performs its exchange once; a load, too, since the
 * flows that are measured next to it are shorter.
 */
public record SimulatedHosts(Platform platform) implements Hosts {
    @Override
    public int count() {
        return platform.cluster().nodes();
    }

    @Override
    public List<double[]> measure(List<Flow> flows) {
        ReplayResult result = replay(flows);
        return IntStream.range(0, flows.size())
                .mapToObj(i -> flows.get(i).isLoad()
                        ? new double[0]
                        : new double[] {result.ranks().get(2 * i).finish()})
                .toList();
    }

    /** Returns the number of messages of the flows that wait for a retransmission timeout. */
    public long timeouts(List<Flow> flows) {
        return replay(flows).traffic().retransmissionTimeouts();
    }

    private ReplayResult replay(List<Flow> flows) {
        int[] nodes = flows.stream()
                .flatMapToInt(flow -> IntStream.of(flow.source(), flow.destination()))
                .toArray();
        return Replay.builder(new Processes(flows), platform)
                .placement(Placement.of(platform.cluster(), nodes))
                .build()
                .run();
    }

    /** The client of flow i is rank 2i, its server rank 2i + 1. */
    private record Processes(List<Flow> flows) implements ParallelProgram {
        @Override
        public int ranks() {
            return 2 * flows.size();
        }

        @Override
        public Program open(int rank) {
            boolean[] done = {false};
            return sink -> {
                boolean more = !done[0];
                if (more) {
                    part(rank, flows.get(rank / 2).exchange(), sink);
                }
                done[0] = true;
                return more;
            };
        }

        private static void part(int rank, Exchange exchange, OperationSink sink) {
            boolean isClient = rank % 2 == 0;
            for (int i = 0; i < exchange.messages(); i++) {
                if (!isClient) {
                    sink.recv(rank - 1, 0, exchange.bytes());
                    continue;
                }
                if (i > 0 && exchange.delay() > 0) {
                    sink.compute(exchange.delay());
                }
                sink.send(rank + 1, 0, exchange.bytes());
            }
            if (isClient) {
                sink.recv(rank + 1, 1, exchange.answer());
            } else {
                sink.send(rank - 1, 1, exchange.answer());
            }
        }
    }

    @Override
    public boolean areDeterministic() {
        return true;
    }

    @Override
    public String description() {
        return "simulated " + platform.cost().name() + " on " + platform.model().name();
    }
}
