/** A program that predicts times with Tailback. */
module com.example.modules {
    // an automatic module reads all others: core, models, collectives, traces, studies come with it
    requires org.tailback.simulation;

    // Java does not find out by itself which named modules automatic ones use
    requires com.fasterxml.jackson.core;
    requires com.google.common;
    requires de.siegmar.fastcsv;
    requires org.slf4j;
    requires org.snakeyaml.engine;
}
