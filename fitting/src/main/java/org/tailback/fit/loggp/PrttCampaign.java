package org.tailback.fit.loggp;

import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.Repetition;
import org.tailback.fit.measure.RoundTrip;

/**
 * Measurement of the input of a LogGP fit: for every size, PRTT(1,0,s), PRTT(n,0,s) and PRTT(n,d,s). The delay d is
 * PRTT(1,0,s), or PRTT(2,0,s) if PRTT(1,0,s) is not longer than the gap (Hoefler, Lichei and Rehm 2007, section 3.2).
 * An interrupted campaign continues without measuring known cells again.
 *
 * @param sizes in bytes, >= 1, in the order in which they are measured
 * @param messages n, >= 2; small enough not to flood the network
 * @param repetition rule by which each measurement is repeated
 */
public record PrttCampaign(List<Long> sizes, int messages, Repetition repetition) {
    /** Number of messages n in the paper. */
    public static final int MESSAGES = 16;

    /** Returns sizes from 1 B to 1 MiB: powers of two and, from 4 B, two sizes between any two consecutive powers. */
    public static List<Long> defaultSizes() {
        List<Long> sizes = new ArrayList<>();
        for (long power = 1; power < 1 << 20; power *= 2) {
            sizes.add(power);
            if (power >= 4) {
                sizes.add(power + power / 4);
                sizes.add(power + power / 2);
            }
        }
        sizes.add(1L << 20);
        return sizes;
    }

    /**
     * Measures the cells that are missing from a file, and adds them to the file one by one.
     *
     * @param file new file, or an existing file with the same settings to continue
     * @param date of the measurement, for the file
     * @param done notified of every new cell as soon as it is in the file
     * @return all cells, including the cells that were already in the file
     * @throws org.tailback.error.InputException if the file cannot be written or has another format
     */
    public List<PrttSeries.Cell> record(RoundTrip network, Path file, String date, Consumer<PrttSeries.Cell> done) {
        Map<String, String> settings = ImmutableMap.of(
                "network", network.description(),
                "messages", String.valueOf(messages),
                "direction", network.direction(),
                "repetitions", repetition.words());
        return run(network, PrttRecording.open(file, settings, network, date), cell -> {
            PrttRecording.add(file, cell);
            done.accept(cell);
        });
    }

    /**
     * Measures the missing cells.
     *
     * @param known cells of an earlier, interrupted run of the same campaign
     * @param done notified of every new cell as soon as it is complete
     * @return all cells, including the known cells
     */
    public List<PrttSeries.Cell> run(RoundTrip network, List<PrttSeries.Cell> known, Consumer<PrttSeries.Cell> done) {
        Map<String, PrttSeries.Cell> cells = new LinkedHashMap<>();
        repetition.prime(network);
        known.forEach(cell -> cells.put(key(cell.bytes(), cell.messages(), cell.delay() > 0), cell));
        for (long bytes : sizes) {
            double single = measure(network, cells, bytes, 1, 0, done).median();
            double burst = measure(network, cells, bytes, messages, 0, done).median();
            boolean isLongEnough = single > (burst - single) / (messages - 1);
            double delay = isLongEnough
                    ? single
                    : measure(network, cells, bytes, 2, 0, done).median();
            measure(network, cells, bytes, messages, delay, done);
        }
        return new ArrayList<>(cells.values());
    }

    private PrttSeries.Cell measure(
            RoundTrip network,
            Map<String, PrttSeries.Cell> cells,
            long bytes,
            int count,
            double delay,
            Consumer<PrttSeries.Cell> done) {
        return cells.computeIfAbsent(key(bytes, count, delay > 0), key -> {
            double[] seconds = repetition.run(network, new Exchange(count, delay, bytes));
            PrttSeries.Cell cell = new PrttSeries.Cell(bytes, count, delay, seconds);
            done.accept(cell);
            return cell;
        });
    }

    private static String key(long bytes, int count, boolean delayed) {
        return bytes + " " + count + " " + delayed;
    }
}
