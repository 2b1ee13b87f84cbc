package org.tailback.fit.loggp;

import com.google.common.base.Joiner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.error.FileErrors;
import org.tailback.error.InputException;
import org.tailback.error.Utf8;
import org.tailback.fit.measure.Machine;
import org.tailback.fit.measure.RoundTrip;

/**
 * A {@link PrttFile} that grows line by line, so that an interrupted measurement continues where it stopped. An
 * existing file is continued if its settings are the same.
 */
final class PrttRecording {
    private PrttRecording() {}

    /**
     * Creates a file, or opens an existing file to continue it. Returns the cells of the file.
     *
     * @param settings keys and values; an existing file must have the same settings
     * @param date of the measurement, for the file
     * @throws InputException if the file cannot be written, is another kind of file, or was measured with other
     *     settings
     */
    static List<PrttSeries.Cell> open(Path file, Map<String, String> settings, RoundTrip network, String date) {
        try {
            if (Files.exists(file) && Files.size(file) > 0) {
                String text = Utf8.read(file, "file");
                PrttFile old = PrttFile.parse(text, file.toString());
                check(old, settings, file);
                String whole = text.substring(0, text.lastIndexOf('\n') + 1);
                if (whole.length() < text.length()) {
                    Files.writeString(file, whole);
                }
                Files.writeString(file, "# continued: " + date + "\n", StandardOpenOption.APPEND);
                return old.cells();
            }
            Map<String, String> header = new LinkedHashMap<>();
            header.put("date", date);
            header.put("client", Machine.host());
            header.put("kernel", Machine.kernel());
            header.put("jvm", Machine.javaMachine());
            if (!network.partner().isEmpty()) {
                header.put("server machine", network.partner());
            }
            header.putAll(settings);
            String lines = Joiner.on("\n# ").withKeyValueSeparator(": ").join(header);
            Files.writeString(file, PrttFile.MAGIC + "\n# " + lines + "\n");
            return List.of();
        } catch (IOException e) {
            throw FileErrors.unwritable(file, e);
        }
    }

    private static void check(PrttFile old, Map<String, String> settings, Path file) {
        settings.forEach((key, value) -> {
            String then = old.header().getOrDefault(key, "nothing");
            if (!then.equals(value)) {
                throw InputException.at(
                        file.toString(),
                        "the file was measured with " + key + " = " + then + ", now it is " + value,
                        "Name another file, or measure with the same settings");
            }
        });
    }

    /** Appends a cell to the file. The cell is on disk when this method returns. */
    static void add(Path file, PrttSeries.Cell cell) {
        try {
            Files.writeString(file, PrttFile.line(cell) + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw FileErrors.unwritable(file, e);
        }
    }
}
