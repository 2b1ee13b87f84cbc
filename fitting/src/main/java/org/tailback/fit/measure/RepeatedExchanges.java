package org.tailback.fit.measure;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Exchanges and their repetitions, measured now or read from a file: what a method of measuring asks questions of. */
public interface RepeatedExchanges {
    /**
     * The repetitions of an exchange.
     *
     * @param quantity which of the times is wanted, and has to be known well
     * @return at least one
     * @throws org.tailback.error.InputException if the exchange cannot be measured, or a file does not hold it
     */
    List<ExchangeTiming> of(Exchange exchange, ToDoubleFunction<ExchangeTiming> quantity);

    /** Where they come from, for the header of files and for comments. */
    String description();

    /** Measures a network now, as often as is needed. */
    static RepeatedExchanges on(RoundTrip network, Repetition repetition) {
        return new RepeatedExchanges() {
            private boolean primed;

            @Override
            public List<ExchangeTiming> of(Exchange exchange, ToDoubleFunction<ExchangeTiming> quantity) {
                if (!primed) {
                    repetition.prime(network);
                    primed = true;
                }
                return repetition.timings(network, exchange, quantity);
            }

            @Override
            public String description() {
                return network.description();
            }
        };
    }
}
