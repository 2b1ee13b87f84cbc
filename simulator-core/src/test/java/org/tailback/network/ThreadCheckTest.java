package org.tailback.network;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.tailback.embed.Message;
import org.tailback.embed.NetworkObserver;
import org.tailback.embed.Transfer;

/** Use of one network by several threads. */
class ThreadCheckTest {
    private static Throwable inAnotherThread(Runnable action) {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(action, "other");
        thread.setUncaughtExceptionHandler((t, e) -> thrown[0] = e);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return thrown[0];
    }

    private static void rethrow(Throwable thrown) throws Throwable {
        if (thrown != null) {
            throw thrown;
        }
    }

    @Test
    void send_whileAnotherThreadIsInTheNetwork_failsAndSoDoesEverythingLater() {
        Throwable[] thrown = new Throwable[1];
        org.tailback.embed.Network[] network = new org.tailback.embed.Network[1];
        network[0] = org.tailback.embed.Network.builder(
                        TestModels.platform(3, 0).build())
                .observer(new NetworkObserver() {
                    @Override
                    public void sent(Message message, double now) {
                        thrown[0] = inAnotherThread(() -> network[0].send(Transfer.of(1, 2, 5)));
                    }
                })
                .build();

        assertThatThrownBy(() -> network[0].send(Transfer.of(0, 1, 10))).hasMessageContaining("Two threads");
        assertThatThrownBy(() -> rethrow(thrown[0]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Two threads use one network at once: 'other' and '")
                .hasMessageContaining("build another network");
        assertThatThrownBy(() -> network[0].advanceTo(1)).hasMessageContaining("Two threads");
        assertThatThrownBy(() -> network[0].failNode(0)).hasMessageContaining("Two threads");
    }

    @Test
    void send_byOneThreadAfterAnother_works() {
        org.tailback.embed.Network network = org.tailback.embed.Network.builder(
                        TestModels.platform(3, 0).build())
                .build();
        network.send(Transfer.of(0, 1, 10));

        assertThatCode(() -> rethrow(inAnotherThread(() -> {
                    network.send(Transfer.of(1, 2, 5));
                    network.advanceTo(20);
                })))
                .doesNotThrowAnyException();
    }

    @Test
    void leave_afterAnotherThreadHasBegun_fails() {
        ThreadCheck check = new ThreadCheck();
        boolean entered = check.enter();
        check.leave(entered);
        inAnotherThread(check::enter);

        assertThatThrownBy(() -> check.leave(true)).hasMessageContaining("Two threads");
    }
}
