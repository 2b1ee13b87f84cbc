package org.tailback.fit.measure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;

/**
 * Exchanges that a file holds, and if a network is there, those that it does not hold yet. A method that decides by
 * what it measured decides the same when it is run again over its own recording: so an interrupted measurement goes on
 * where it stopped, and a finished one can be evaluated again without its network.
 */
public final class RecordedExchanges implements RepeatedExchanges {
    private final String description;
    private final Map<Exchange, List<ExchangeTiming>> known = new HashMap<>();
    private final @Nullable RepeatedExchanges network;
    private final Consumer<ExchangeFile.Cell> done;

    private RecordedExchanges(
            String description,
            List<ExchangeFile.Cell> cells,
            @Nullable RepeatedExchanges network,
            Consumer<ExchangeFile.Cell> done) {
        this.description = description;
        this.network = network;
        this.done = done;
        cells.forEach(cell -> known.put(cell.exchange(), cell.timings()));
    }

    /** What a file holds, and nothing else. */
    public static RecordedExchanges of(String description, List<ExchangeFile.Cell> cells) {
        return new RecordedExchanges(description, cells, null, cell -> {});
    }

    /**
     * What a file holds, and beyond it what a network says.
     *
     * @param done notified of every exchange that was measured, as soon as it was
     */
    public static RecordedExchanges continued(
            List<ExchangeFile.Cell> cells, RepeatedExchanges network, Consumer<ExchangeFile.Cell> done) {
        return new RecordedExchanges(network.description(), cells, network, done);
    }

    @Override
    public List<ExchangeTiming> of(Exchange exchange, ToDoubleFunction<ExchangeTiming> quantity) {
        List<ExchangeTiming> timings = known.get(exchange);
        if (timings == null) {
            if (network == null) {
                throw InputException.at(
                        description,
                        "the measurement is not complete: " + exchange + " is missing",
                        "Go on with it: the command that began it continues the file");
            }
            timings = network.of(exchange, quantity);
            known.put(exchange, timings);
            done.accept(new ExchangeFile.Cell(exchange, timings));
        }
        return timings;
    }

    @Override
    public String description() {
        return description;
    }
}
