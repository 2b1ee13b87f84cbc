package org.tailback.fit.tcp;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.error.InputException;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.loggp.PrttSeries;
import org.tailback.fit.measure.PrttCampaign;

/**
 * A file of a measurement that grows with every cell, so that an interrupted measurement goes on where it stopped. An existing file is
 * continued if its settings are those of the campaign.
 */
public final class PrttRecording implements AutoCloseable {
    private final Path file;
    private final Writer writer;
    private final List<PrttSeries.Cell> known;

    private PrttRecording(Path file, Writer writer, List<PrttSeries.Cell> known) {
        this.file = file;
        this.writer = writer;
        this.known = known;
    }

    /**
     * Opens or begins a file.
     *
     * @param date when, as it will stand in the file
     * @throws InputException if the file cannot be written, or holds another campaign's data
     */
    public static PrttRecording open(Path file, PrttCampaign campaign, TcpRoundTrip network, String date) {
        Map<String, String> settings = settings(campaign, network);
        try {
            if (Files.exists(file) && Files.size(file) > 0) {
                PrttFile old = PrttFile.read(file);
                settings.forEach((key, value) -> {
                    String before = old.header().getOrDefault(key, "nothing");
                    if (!before.equals(value)) {
                        throw InputException.at(
                                file.toString(),
                                "this file was measured with " + key + " = " + before + ", now it is " + value,
                                "Name another file, or measure with the same settings");
                    }
                });
                cutUnfinishedLine(file);
                Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
                writer.write("# continued: " + date + "\n");
                return new PrttRecording(file, writer, old.cells());
            }
            Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
            writer.write(PrttFile.MAGIC + "\n");
            Map<String, String> header = new LinkedHashMap<>();
            header.put("date", date);
            header.put("client", Machine.host());
            header.put("kernel", Machine.kernel());
            header.put("jvm", Machine.javaMachine());
            header.put("server machine", network.serverDescription());
            header.putAll(settings);
            for (Map.Entry<String, String> entry : header.entrySet()) {
                writer.write("# " + entry.getKey() + ": " + entry.getValue() + "\n");
            }
            writer.flush();
            return new PrttRecording(file, writer, List.of());
        } catch (IOException e) {
            throw new InputException(file + ": cannot be written: " + e, e);
        }
    }

    private static Map<String, String> settings(PrttCampaign campaign, TcpRoundTrip network) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("network", network.description());
        settings.put("messages", String.valueOf(campaign.messages()));
        settings.put("direction", campaign.bothEnds() ? "both ends at once" : "one way");
        settings.put(
                "repetitions",
                campaign.repetition().minimum() + " to " + campaign.repetition().maximum() + " until the median's 95 %"
                        + " interval is within " + campaign.repetition().width());
        return settings;
    }

    private static void cutUnfinishedLine(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        int end = text.lastIndexOf('\n') + 1;
        if (end < text.length()) {
            Files.writeString(file, text.substring(0, end), StandardCharsets.UTF_8);
        }
    }

    /** What the file held already. */
    public List<PrttSeries.Cell> known() {
        return known;
    }

    /** Adds a cell; it is in the file when this returns. */
    public void add(PrttSeries.Cell cell) {
        try {
            writer.write(PrttFile.line(cell) + "\n");
            writer.flush();
        } catch (IOException e) {
            throw new InputException(file + ": cannot be written: " + e, e);
        }
    }

    @Override
    public void close() {
        try {
            writer.close();
        } catch (IOException e) {
            throw new InputException(file + ": cannot be written: " + e, e);
        }
    }
}
