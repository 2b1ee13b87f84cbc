package com.example.modules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.replication.Sample;

class PredictionTest {
    private static final String PLATFORM = """
            cluster: {nodes: 4}
            network: {model: max-min, bandwidth: 1 Gbit/s}
            cost: {model: plogp, latency: 10 us, bandwidth: 1 Gbit/s}
            """;

    @Test
    void makespans_onTheModulePath_arePredicted(@TempDir Path folder) {
        assertTrue(Prediction.class.getModule().isNamed());

        Sample sample = Prediction.makespans(folder, PLATFORM);

        assertEquals(4, sample.count());
        assertTrue(sample.low() < sample.mean() && sample.low() > 0);
    }
}
