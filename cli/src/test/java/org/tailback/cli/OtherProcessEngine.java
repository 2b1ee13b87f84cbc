package org.tailback.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.tailback.study.engine.StudyEngine;
import org.tailback.study.engine.StudyRuns;
import org.tailback.study.parallel.Workers;

/**
 * Sends runs to another process, so to speak: descriptions, runs and results are written as bytes and read again, the
 * last run first.
 */
public final class OtherProcessEngine implements StudyEngine {
    @Override
    public String name() {
        return "other-process";
    }

    @Override
    public <T, R> Session<T, R> open(StudyRuns<T, R> runs, int threads, @Nullable String master) {
        StudyRuns<T, R> there = sent(runs.elsewhere()).open();
        return new Session<>() {
            @Override
            public boolean perform(List<T> wanted, BooleanSupplier stopped, Workers.Receiver<R> receiver) {
                for (int i = wanted.size() - 1; i >= 0; i--) {
                    receiver.done(i, sent(there.perform(sent(wanted.get(i)))));
                }
                return true;
            }

            @Override
            public void close() {}
        };
    }

    @SuppressWarnings("unchecked")
    private static <E> E sent(E object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
            out.flush();
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                return (E) in.readObject();
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
