/** A program that predicts times with Tailback. */
module com.example.modules {
    requires org.tailback.core;
    requires org.tailback.models;
    requires org.tailback.collectives;
    requires org.tailback.traces;
    requires org.tailback.simulation;
    requires org.tailback.studies;

    // Tailback's jars are automatic modules: Java does not find out by itself which named modules they use
    requires com.fasterxml.jackson.core;
    requires com.google.common;
    requires de.siegmar.fastcsv;
    requires org.slf4j;
    requires org.snakeyaml.engine;
}
