package org.tailback.testing;

import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.tailback.kernel.EventKernel;
import org.tailback.kernel.SsjKernel;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.simevents.eventlist.BinaryTree;
import umontreal.ssj.simevents.eventlist.DoublyLinked;
import umontreal.ssj.simevents.eventlist.EventList;
import umontreal.ssj.simevents.eventlist.Henriksen;
import umontreal.ssj.simevents.eventlist.SplayTree;

/** SSJ simulations with the event lists that hosts use, and with events of their own. */
class SsjHostTest {
    private static Host host(Supplier<EventList> list) {
        Simulator simulator = new Simulator(list.get());
        simulator.init();
        return new Host() {
            @Override
            public EventKernel kernel() {
                return SsjKernel.of(simulator);
            }

            @Override
            public void schedule(double seconds, Runnable action) {
                new Event(simulator) {
                    @Override
                    public void actions() {
                        action.run();
                    }
                }.schedule(seconds - simulator.time());
            }

            @Override
            public void run() {
                simulator.start();
            }
        };
    }

    @Nested
    class Splay extends EventKernelContract {
        @Override
        protected Host newHost() {
            return host(SplayTree::new);
        }
    }

    @Nested
    class Linked extends EventKernelContract {
        @Override
        protected Host newHost() {
            return host(DoublyLinked::new);
        }
    }

    @Nested
    class Binary extends EventKernelContract {
        @Override
        protected Host newHost() {
            return host(BinaryTree::new);
        }
    }

    @Nested
    class HenriksenList extends EventKernelContract {
        @Override
        protected Host newHost() {
            return host(Henriksen::new);
        }
    }
}
