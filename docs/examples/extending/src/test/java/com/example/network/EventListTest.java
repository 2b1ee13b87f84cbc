package com.example.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;
import org.tailback.kernel.EventKernel;
import org.tailback.testing.EventKernelContract;
import org.tailback.testing.Host;
import org.tailback.testing.SharedNetworkContract;

class EventListTest {
    @Test
    void message_sentByAnEvent_arrives() {
        String model = "max-min:bandwidth=1GB/s";
        String cost = "hockney:latency=0s,bandwidth=1GB/s";
        EventList list = new EventList();
        List<Double> arrivals = new ArrayList<>();
        Network network = Network.builder(Cluster.of(2, 1)).model(model).cost(cost).on(list).build();
        list.schedule(0.5, () -> network.send(0, 1, 1_000_000, message -> arrivals.add(message.arrived())));
        list.run();

        assertThat(arrivals).containsExactly(0.501);
    }

    private static Host host() {
        EventList list = new EventList();
        return new Host() {
            @Override
            public EventKernel kernel() {
                return list;
            }

            @Override
            public void schedule(double seconds, Runnable action) {
                list.schedule(seconds, action);
            }

            @Override
            public void run() {
                list.run();
            }

            @Override
            public boolean startAgain() {
                list.startAgain();
                return true;
            }
        };
    }

    @Nested
    class Timers extends EventKernelContract {
        @Override
        protected Host newHost() {
            return host();
        }
    }

    @Nested
    class Networks extends SharedNetworkContract {
        @Override
        protected Host newHost() {
            return host();
        }
    }
}
